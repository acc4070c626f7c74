// The actions of triage, for its summary and undo. They outlive the view, so undo still works after leaving and coming back.
// The queue is fixed when triage begins: a sync changes the insights' content, not their order.
import type { InsightDetail } from '../../../contract/features/insights'
import { hiddenContent } from '../../../contract/features/record-words'
import type { Labelling, Triage, TriageDecision } from '../../../contract/features/triage'
import { type WorkspaceRef, workspaceKey } from '../../../contract/workspace'
import { onForgotten } from '../../client/forgetting'
import { counted, shownTitle } from '../../records/record-words'
import type { LabelsEdit } from '../../records/triage/LabelsField'
import { createStore } from '../../ui/store'

export interface Triaged {
  readonly id: string
  readonly title: string
  readonly opportunities: InsightDetail['opportunities']
}

export function triagedOf(insight: InsightDetail): Triaged {
  const { id, hideContent, opportunities } = insight
  return { id, title: hideContent ? hiddenContent : shownTitle(insight), opportunities }
}

export interface Step {
  readonly kind: 'decision'
  readonly insight: Triaged
  /** Each opening of triage is a visit. */
  readonly visit: symbol
  readonly before: TriageDecision
  readonly after: TriageDecision & { readonly status: 'reviewed' | 'snoozed' }
  /** Resolves to whether the library saved it. */
  readonly saved: Promise<boolean>
}

interface NoteWritten {
  readonly kind: 'note'
  readonly insight: Triaged
  readonly before: string
  readonly after: string
}

interface LabelsGiven extends LabelsEdit {
  readonly kind: 'labels'
  readonly insight: Triaged
  /** Resolves to what undoes it; null: the library changed nothing. */
  readonly saved: Promise<Labelling | null>
}

export type WriteAction = NoteWritten | LabelsGiven
export type Action = Step | WriteAction

/** `since`: its place among all steps of the window that can be undone. */
export type NumberedAction = Action & { readonly since: number }

/** By workspace, oldest first, for as long as the window is open. */
const actions = createStore<ReadonlyMap<string, readonly NumberedAction[]>>(new Map())

onForgotten((isForgotten) => actions.set(new Map([...actions.get()].filter(([key]) => !isForgotten(key)))))

const none: readonly NumberedAction[] = []

export function useActions(workspace: WorkspaceRef): readonly NumberedAction[] {
  return actions.use().get(workspaceKey(workspace)) ?? none
}

function changeActions(
  workspace: WorkspaceRef,
  change: (now: readonly NumberedAction[]) => readonly NumberedAction[],
): void {
  const key = workspaceKey(workspace)
  const all = actions.get()
  actions.set(new Map([...all, [key, change(all.get(key) ?? none)]]))
}

/** A note is saved many times while typed, but is one action. */
function continues(action: Action, last: Action | undefined): boolean {
  if (action.kind !== 'note' || last?.kind !== 'note') return false
  return last.insight.id === action.insight.id && last.before === action.before
}

export function addAction(workspace: WorkspaceRef, action: NumberedAction): void {
  changeActions(workspace, (now) => {
    const others = continues(action, now.at(-1)) ? now.slice(0, -1) : now
    return action.kind === 'note' && action.before === action.after ? others : [...others, action]
  })
}

/** For an action not saved, or being undone. */
export function removeAction(workspace: WorkspaceRef, action: Action): void {
  changeActions(workspace, (now) => now.filter((each) => each !== action))
}

export function decisionOf({ status, until }: Triage): TriageDecision {
  return status === 'snoozed' ? { status, until } : { status }
}

/** The decisions of one visit, oldest first; only the last per insight. */
export function stepsOf(done: readonly Action[], visit: symbol): readonly Step[] {
  const steps = done.filter((action) => action.kind === 'decision').filter((step) => step.visit === visit)
  return steps.filter(({ insight }, place) => !steps.slice(place + 1).some((later) => later.insight.id === insight.id))
}

/** The first insight after the current one, or of all, neither decided nor removed; null: none. */
export function nextUndecided(
  ids: readonly string[],
  steps: readonly Step[],
  removed: readonly string[],
  current: string | null,
): string | null {
  const done = new Set([...steps.map(({ insight }) => insight.id), ...removed])
  const place = current === null ? -1 : ids.indexOf(current)
  return ids.slice(place + 1).find((id) => !done.has(id)) ?? null
}

/** Opportunities of the reviewed insights, newest first, each once. */
export function opportunitiesOf(steps: readonly Step[]): InsightDetail['opportunities'] {
  const all = steps
    .toReversed()
    .flatMap(({ after, insight }) => (after.status === 'reviewed' ? insight.opportunities : []))
  return [...new Map(all.map((opportunity) => [opportunity.id, opportunity])).values()]
}

/** "You reviewed 9 insights and snoozed 3."; null: nothing was done. */
export function doneText(steps: readonly Step[]): string | null {
  const reviewed = steps.filter(({ after }) => after.status === 'reviewed').length
  const snoozed = steps.length - reviewed
  if (steps.length === 0) return null
  if (reviewed === 0) return `You snoozed ${counted(snoozed, 'insight', 'insights')}.`
  return `You reviewed ${counted(reviewed, 'insight', 'insights')}${snoozed === 0 ? '' : ` and snoozed ${snoozed}`}.`
}

function labelsText({ add, remove }: LabelsEdit): string {
  const changed = add.length > 0 ? add : remove
  const names = changed.map((label) => `“${label}”`).join(', ')
  const noun = changed.length === 1 ? 'label' : 'labels'
  return add.length > 0 ? `${noun} ${names} on` : `removed ${noun} ${names} from`
}

/** "note on “Trust the range”" */
export function actionText(action: Action): string {
  const title = `“${action.insight.title}”`
  if (action.kind === 'note') return `note on ${title}`
  if (action.kind === 'labels') return `${labelsText(action)} ${title}`
  return action.after.status === 'reviewed' ? `marked ${title} as reviewed` : `snoozed ${title}`
}

/** For an action that something else has changed since. */
export const notUndoneText = (action: Action) =>
  `Couldn’t undo: ${action.kind === 'note' ? actionText(action) : `“${action.insight.title}”`} has since changed.`
