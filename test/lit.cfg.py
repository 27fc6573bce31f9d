# How lit finds and runs the tests. lit.site.cfg.py, in the build folder, tells
# where things are and loads this file.
#
#   %predabs            the driver
#   %clang, %clangxx    clang 19
#   %plugin             -fplugin=<libPredAbs.so>, with store=off, so that tests do
#                       not see each other; %plugin_so is the file alone
#   %src_root           the source tree; %build_dir the build tree
#   %cmake, %python     to run those
#   %run-both %s %t     runs a C file natively and interpreted, and compares;
#                       compiler arguments may follow
#   %run-both-m32 %s %t the same, and for a 32-bit target it must agree too
#
# FileCheck, not, count and split-file are on PATH.

import os
import shutil
import subprocess
import sys

import lit.formats
import lit.util

config.name = "PredAbs"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".ir", ".bp", ".test"]
config.excludes = ["unit", "support", "fuzz", "Inputs"]
config.test_source_root = os.path.join(config.source_dir, "test")
config.test_exec_root = os.path.join(config.build_dir, "test")

path = [config.llvm_tools_dir, config.environment.get("PATH", "")]
config.environment["PATH"] = os.pathsep.join(path)
config.environment["LC_ALL"] = "C"
for name in ("CCACHE_DIR", "XDG_CACHE_HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]


def tool(name):
    return os.path.join(config.llvm_tools_dir, name)


plugin_so = os.path.join(config.build_dir, "lib", "libPredAbs.so")
run_both = " ".join([sys.executable, os.path.join(config.source_dir, "test", "run_both.py")])
run_both_tools = tool("clang") + " " + os.path.join(config.build_dir, "bin", "predabs")
# Before %run-both, which it contains.
config.substitutions.append(("%run-both-m32", run_both + " --m32 " + run_both_tools))
config.substitutions.append(("%run-both", run_both + " " + run_both_tools))
for key, value in {
    "%predabs": os.path.join(config.build_dir, "bin", "predabs"),
    "%clang": tool("clang"),
    "%clangxx": tool("clang++"),
    "%plugin": "-fplugin=" + plugin_so + " -fplugin-arg-predabs-store=off",
    "%plugin_so": plugin_so,
    "%src_root": config.source_dir,
    "%build_dir": config.build_dir,
    "%cmake": config.cmake,
    "%python": sys.executable,
    "%FileCheck": tool("FileCheck"),
    "%not": tool("not"),
    "%count": tool("count"),
    "%split-file": tool("split-file"),
    "%llvm_tools": config.llvm_tools_dir,
}.items():
    # \b keeps %clang out of %clangxx and %plugin out of %plugin_so.
    config.substitutions.append((key + r"\b", value))

# A clang of another version is there to see that the plugin refuses it.
for program in ("ccache", "csmith", "clang-14", "clang-tidy-19"):
    if shutil.which(program):
        config.available_features.add(program)

# Where a test may take away what the machine has, for itself.
try:
    hidden = "mount -t tmpfs none /proc && test ! -e /proc/self"
    if subprocess.run(["unshare", "-rm", "sh", "-c", hidden], capture_output=True).returncode == 0:
        config.available_features.add("mounts")
except OSError:
    pass

# A test that hangs must not hang the run.
if lit.util.killProcessAndChildrenIsSupported()[0]:
    lit_config.maxIndividualTestTime = 300
