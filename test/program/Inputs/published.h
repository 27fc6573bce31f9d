// Other files may add plugins, before main too.
void add_plugin(void);
