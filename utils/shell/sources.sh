# Debian's source packages, for the scripts in utils/: source it after common.sh.
# $work is a folder that goes away at the end, $log what the last command said.

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log

# Why the last command failed, in one line: no network, apt's first error, or else
# the last that was said.
reason() {
  grep -m1 '^[EW]: Failed to fetch' "$log" | cut -c4- ||
    grep -m1 -E '^(E:|.* error:) ' "$log" || tail -n1 "$log"
}

# Writes the machine's own package sources again, as sources of source packages,
# into $work/sources. The machine's configuration stays as it is.
derive_source_lists() {
  local list parts file
  eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
  mkdir -p "$work/sources"
  for file in "$list" "$parts"/*.list; do
    [ ! -f "$file" ] || sed -n '/cdrom:/d; s/^[[:space:]]*deb\([[:space:]]\)/deb-src\1/p' "$file" \
      >"$work/sources/$(basename "$file")"
  done
  for file in "$parts"/*.sources; do
    [ ! -f "$file" ] || sed 's/^Types:.*/Types: deb-src/I' "$file" \
      >"$work/sources/$(basename "$file")"
  done
}

# Downloads the first of the source packages $@ that there is into the current folder.
download_source() {
  local package apt=(apt-get -q
    -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/sources"
    -o Dir::State::Lists="$work/lists" -o Dir::Cache="$work/cache"
    -o APT::Sandbox::User="$(id -un)")
  derive_source_lists
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  "${apt[@]}" update >"$log" 2>&1 || true
  for package in "$@"; do
    "${apt[@]}" source --download-only --only-source "$package" >>"$log" 2>&1 && return
  done
  fail "cannot download the source package $*: $(reason)"
}
