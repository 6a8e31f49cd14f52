// A submission that does nothing: a module with it shows whether a GPU works at all.
