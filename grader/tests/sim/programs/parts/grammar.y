/* The text that a generator has made ../line_directive.cu from. */
count: thread {
  *$$ += 1;
};
