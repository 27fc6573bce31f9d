void need(int n);
void wrap(int k);
int five(void);
int zero(void);

void certain(void) {
  wrap(-1);
}

void never(void) { wrap(3); }

void five_is_enough(void) { need(five()); }

void zero_and_one(void) { wrap(zero()); }

void up_to_the_caller(int k) { need(k); }
