#!/usr/bin/env bash
# has_for_docs.sh NAME: whether something that needs.txt lists for the docs is installed.
# True without apt-get, too: only Debian and its derivatives package the file $1.
only_on_debian() { [[ -e $1 || ! -x $(command -v apt-get) ]]; }

case $1 in
  lunr) only_on_debian /usr/share/javascript/lunr/lunr.min.js ;;
  doxygen-awesome-css) only_on_debian /usr/share/doxygen-awesome-css ;;
  doxygen | python3 | sphinx-build) command -v "$1" ;;
  *)  # An extension or theme, for the Python that Sphinx runs on.
    sphinx=$(command -v sphinx-build) && $(sed -n '1s/^#!//p' "$sphinx") -c "import $1" ;;
esac > /dev/null 2>&1
