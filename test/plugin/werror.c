// -Werror is the user's own request: it makes errors of our warnings too. There
// are ways to ask for something else.

// RUN: not %clang %plugin -Werror -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: assertion 'n == 4' can fail [-Werror,predabs-assert]

// By an option, which needs nobody's leave:
// RUN: %clang %plugin -Werror -fplugin-arg-predabs-werror=never -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: not %clang %plugin -fplugin-arg-predabs-werror=always -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// WARNING: warning: assertion 'n == 4' can fail [predabs-assert]

// As for clang's own warnings; clang does not know the names, and says so unless
// it is told not to.
// DEFINE: %{names} = -Wno-unknown-warning-option
// RUN: %clang %plugin %{names} -Werror -Wno-error=predabs -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: %clang %plugin %{names} -Wno-error=predabs-assert -Werror -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: not %clang %plugin %{names} -Werror -Wno-error=predabs-lock -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %clang %plugin %{names} -Werror=predabs -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %clang %plugin %{names} -Werror=predabs -Wno-error=predabs-lock -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %clang %plugin %{names} -Werror -Wno-predabs -c %s -o %t.o 2>&1 | count 0
// RUN: %clang %plugin %{names} -Wno-predabs-assert -c %s -o %t.o 2>&1 | count 0
// RUN: %clang %plugin %{names} -Wno-predabs -Wpredabs-assert -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: %clang %plugin %{names} -Wno-predabs -fplugin-arg-predabs-nonsense -c %s -o %t.o 2>&1 | count 0
// RUN: %clang %plugin %{names} -Wno-predabsurd -Werror=pred -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WARNING

#include <assert.h>
void f_bug(int n) {
  n = 3;
  assert(n == 4);
}
