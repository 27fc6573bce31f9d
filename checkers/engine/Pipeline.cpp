#include "checkers/engine/Pipeline.h"

#include "checkers/files/UserFiles.h"

namespace predabs {

Pipeline::Pipeline(PreparedModule &P, const EngineInput &In)
    : P(P), In(In), Seen(P, In.Opts), Order(P, Seen, In.Opts.Budget),
      Known(P, Seen, In.Store), Says(P, Seen, In, Known),
      From(P, Seen, Order, In.Opts),
      Functions(P, Seen, Order, From, Known, Says),
      Callers(P, Seen, Order, From, Known, Says) {}

Report Pipeline::run() {
  std::vector<Group> Open = reuse();
  // A program that is judged from its entry is one thing.
  if (!Seen.isOneProgram())
    Open = lookQuickly(Open);
  lookThoroughly(Open);
  Says.settleReturns();
  Says.settleCertain();
  Callers.run();
  return finished();
}

/// Gives what is left to judge.
std::vector<Group> Pipeline::reuse() {
  std::vector<Group> All = Order.groups();
  std::vector<Group> Open = Known.reuse(All, [&](const ReusedVerdicts &R) {
    for (const Message &M : R.Messages)
      Says.say(M);
    P.W->Numbers.Units += R.Of.Units;
    if (R.Of.IsVain)
      Order.noteVain();
  });
  Says.beginTelling();
  for (const Group &G : All)
    if (Known.isReused(*P.Found[G[0]].At.Func))
      Says.tell(G);
  P.W->Numbers.Functions = Open.size();
  P.W->Numbers.Imported = P.Foreign.Functions.size();
  return Open;
}

/// Gives those for which more work might tell more.
std::vector<Group> Pipeline::lookQuickly(const std::vector<Group> &All) {
  Order.beginQuickLook();
  std::vector<Group> Left;
  for (const Group &G : All)
    if (Group Rest = judge(G); !Rest.empty())
      Left.push_back(std::move(Rest));
  return Left;
}

void Pipeline::lookThoroughly(const std::vector<Group> &All) {
  Order.beginThoroughLook(All.size());
  for (const Group &G : All)
    judge(G);
}

Group Pipeline::judge(const Group &G) {
  uint64_t UnitsBefore = P.W->Numbers.Units;
  Group Rest = Functions.judge(G);
  bool IsVain = !Order.isQuick() && Rest.size() == G.size();
  if (!Order.isQuick())
    Order.end(IsVain);
  Known.note(G, P.W->Numbers.Units - UnitsBefore, IsVain);
  Says.tell(G);
  return Rest;
}

Report Pipeline::finished() {
  Report R = Says.finished();
  EngineStats &N = P.W->Numbers;
  N.Asked = P.W->Z->statistics().Asked;
  N.Remembered = P.W->Z->statistics().Remembered;
  N.Kept = P.W->Z->statistics().Kept;
  N.AskedImported = P.Books ? P.Books->asked() : 0;
  R.Numbers.Engine = N;
  R.Log = std::move(P.W->Log);
  if (!In.Opts.EmitBp.empty())
    if (auto Wrong = writeOutput(In.Opts.EmitBp, P.W->Program))
      R.Log.push_back(*Wrong);
  return R;
}

} // namespace predabs
