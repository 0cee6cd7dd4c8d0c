/** The public interface of model-testing. */
export {
  createModel,
  type ActorOutcomes,
  type EventCases,
  type Model,
  type ModelConfig,
  type OutcomeCases,
  type StepTexts,
  type TypedModel,
} from './model.ts'
export { createPath, createTestModel, type ModelTestOptions, type TestEvent, type TestSnapshot } from './testModel.ts'
export { runPaths, type Path, type PathNode, type PathRun, type Step } from './pathRun.ts'
export {
  parsePathKind,
  PATH_KINDS,
  searchPaths,
  type PathKind,
  type PathRequest,
  type PathSearch,
} from './pathSearch.ts'
export {
  planTransitionTours,
  type TourOptions,
  type TourPlan,
  type TourStep,
  type TransitionTour,
} from './transitionTours.ts'
export { findTransitionPairs, transitionPairsBetween } from './transitionPairs.ts'
export { type Finding, type FindingKind } from './findings.ts'
export { ControlledClock, createControlledActor, replayPath, type ControlledActor } from './controlledActor.ts'
export { runRandomWalks, type RandomWalkOptions, type RandomWalkResult } from './randomWalk.ts'
export { Coverage, createCoverageInspector, type CoverageReport, type Tally } from './coverage.ts'
export * from './coverageFigures.ts'
export { coverModel } from './modelCoverage.ts'
export {
  createStepper,
  spawnedActors,
  type ActorState,
  type ChildAction,
  type Effect,
  type Stepper,
  type Timer,
} from './stepper.ts'
export {
  cases,
  eventTriggers,
  labelOf,
  outcomeEvent,
  outcomeTriggers,
  possibleTriggers,
  type Trigger,
  type TriggerKind,
} from './trigger.ts'
export {
  chartHash,
  delayOf,
  guardName,
  keyOf,
  pathOf,
  readChart,
  requirementsIn,
  type Candidate,
  type Chart,
  type Invocation,
} from './chart.ts'
export * from './pathFormats.ts'
export { durationText, pathText, statesOf, stateText, triggerText } from './pathText.ts'
export { systemStateNames, type ActorTree, type MapOutput } from './actorTree.ts'
export { essentialPaths, runSystem, type SystemPath, type SystemRun, type SystemStep } from './systemRun.ts'
export { type SystemEvent, type SystemState } from './systemStepper.ts'
export { type Environment, type PeerActor, type PeerActors, type PeerRequest } from './peerActors.ts'
export { replaySystemPath } from './replaySystemPath.ts'
export * from './systemFormats.ts'
export { suggestNames, UnknownNameError } from './suggestNames.ts'
