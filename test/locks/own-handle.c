// RUN: not %predabs check --protocols=%src_root/docs/examples/handle.protocol %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// A protocol of the user's own: handles are opened, read and closed once.

struct handle {
  int number;
};
struct handle *handle_open(const char *name);
int handle_read(struct handle *h, char *to, int n);
void handle_close(struct handle *h);

int first_safe(const char *name) {
  char c = 0;
  struct handle *h = handle_open(name);
  if (!h)
    return -1;
  handle_read(h, &c, 1);
  handle_close(h);
  return c;
}

int first_bug(const char *name) {
  char c = 0;
  struct handle *h = handle_open(name);
  if (!h)
    return -1;
  handle_close(h);
  handle_read(h, &c, 1); // CHECK-DAG: :[[@LINE]]:{{.*}} 'h' is read but not open{{.*}} [predabs-handle-read-closed]
  return c;
}

static void done(struct handle *h, int last) {
  if (last)
    handle_close(h);
}

int close_twice_bug(const char *name, int n) {
  struct handle *h = handle_open(name);
  if (!h)
    return -1;
  done(h, n > 2);
  handle_close(h); // CHECK-DAG: :[[@LINE]]:{{.*}} 'h' is closed but not open{{.*}} [predabs-handle-close-closed]
  return 0;
}

int close_once_safe(const char *name, int n) {
  struct handle *h = handle_open(name);
  if (!h)
    return -1;
  done(h, n > 2);
  if (n <= 2)
    handle_close(h);
  return 0;
}
