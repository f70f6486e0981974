/// The revision that this program was built from, or "" if the build did not say.
const char *vernam_revision(void);
