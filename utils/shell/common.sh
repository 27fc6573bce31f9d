# Shared by the scripts in utils/: source it. Messages go to standard error, so
# that the output of `utils/predabs` is that of predabs alone.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
name=$(basename "$0")

say() { printf '%s: %s\n' "$name" "$*" >&2; }
fail() { say "$*"; exit 1; }

# The comment at the head of the calling script, as its help.
print_help() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }

job_count() { echo "${PREDABS_JOBS:-$(nproc)}"; }

# Where the preset $1 builds.
build_dir() {
  if [ "$1" = default ]; then echo "$root/build"; else echo "$root/build-$1"; fi
}

# Reads what ninja prints: shows its progress on one line of a terminal, or now and
# then elsewhere; passes on what is neither progress nor chatter.
show_progress() {
  local line terminal=0 last=$SECONDS width
  [ -t 2 ] && terminal=1
  width=$(tput cols 2>/dev/null || echo 80)
  while IFS= read -r line; do
    case $line in
    '['[0-9]*/*'] Re-checking globbed'* | '['[0-9]*/*'] Re-running CMake'*) ;;
    '['[0-9]*/*'] '*)
      if [ $terminal = 1 ]; then
        printf '\r\033[K%s' "${line:0:width-1}" >&2
      elif [ $((SECONDS - last)) -ge 10 ]; then
        last=$SECONDS
        say "building ${line%%]*}]"
      fi
      ;;
    'ninja: no work to do.' | 'ninja: Entering directory'* | '-- '* | '') ;;
    *)
      [ $terminal = 1 ] && printf '\r\033[K' >&2
      printf '%s\n' "$line" >&2
      ;;
    esac
  done
  [ $terminal = 1 ] && printf '\r\033[K' >&2
  return 0
}

# Configures the preset $1 where that was not done, or where the presets changed
# or the tree moved: ninja sees to all else by itself.
configure() {
  local preset=$1 dir log
  dir=$(build_dir "$preset")
  if [ -f "$dir/build.ninja" ] && [ ! "$root/CMakePresets.json" -nt "$dir/build.ninja" ] &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt" 2>/dev/null; then
    return
  fi
  say "configuring ${dir#"$root"/}/"
  log=$dir/configure.log
  if ! (cd "$root" && cmake --preset "$preset" --fresh) >"$log" 2>&1; then
    cat "$log" >&2
    fail "cannot configure"
  fi
  touch "$dir/build.ninja"
}

# Sets up and builds the targets $2... of the preset $1.
build() {
  local preset=$1 dir
  shift
  dir=$(build_dir "$preset")
  "$root/utils/setup" --quiet
  mkdir -p "$dir"
  # One build at a time; whoever comes second finds it done.
  exec 9>"$dir/.lock"
  flock 9
  configure "$preset"
  ninja -C "$dir" -j "$(job_count)" "$@" 9>&- 2>&1 | show_progress || fail "the build failed"
  exec 9>&-
}
