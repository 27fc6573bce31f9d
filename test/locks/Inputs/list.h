#include <pthread.h>

struct list {
  pthread_mutex_t lock;
  int length;
};
