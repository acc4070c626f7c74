// What can be done with the record that is open, in its details or in triage.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { focusWanted, pickerWanted } from '../../navigation/location-state'
import { insightKind, metricKind, opportunityKind } from '../../records/record-kind'
import { announce } from '../../ui/announce'
import type { Binding } from '../../ui/every-key'
import { useBoundKeys, whenBound } from '../../ui/keys'
import { notifyError } from '../../ui/notify'
import { triagePath } from '../insights'
import type { PaletteEntry } from './entry'

/** The keys of triage, by what they do to the insight that is shown. */
const triageActions: readonly (readonly [binding: Binding, id: string, label: string, alsoCalled: string])[] = [
  ['e', 'mark-reviewed', 'Mark as reviewed', 'done'],
  ['h', 'snooze', 'Snooze…', 'later remind'],
  ['n', 'note', 'Add note', 'comment write'],
  ['l', 'label', 'Label', 'tag'],
]

function useTriageEntries(): readonly PaletteEntry[] {
  const keys = useBoundKeys()
  return triageActions
    .filter(([binding]) => keys.has(binding))
    .map(([binding, id, label, alsoCalled]) => ({
      ...{ id: `command:${id}`, group: 'This insight', label, alsoCalled, binding, isOfOpen: true },
      run: () => whenBound(binding),
    }))
}

/** @param id of the insight whose details are open; null: there is none. */
function useReviewEntries(id: string | null): readonly PaletteEntry[] {
  const { ref: workspace } = useWorkspace()
  const { data: triage } = useQuery({
    ...queryOptionsFor('triage', 'get', { workspace, kind: 'insight', id: id ?? 'none' }),
    enabled: id !== null,
  })
  const { mutate } = useMutation({ ...mutationOptionsFor('triage', 'decide'), onError: notifyError })
  if (id === null || triage === undefined) return []
  const [label, status] =
    triage.status === 'reviewed'
      ? (['Mark as not reviewed', 'open'] as const)
      : (['Mark as reviewed', 'reviewed'] as const)
  const done = { onSuccess: () => announce(`${label}: done.`) }
  const run = () => mutate({ workspace, kind: 'insight', id, decision: { status } }, done)
  return [{ id: 'command:mark-reviewed', group: 'This insight', label, alsoCalled: 'done', isOfOpen: true, run }]
}

/** Where nothing is open, those that lead to the list of what they are done with. */
export function useOpenRecordEntries(): readonly PaletteEntry[] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [, view, id = '', ...deeper] = pathname.split('/')
  const isDetails = id !== '' && deeper.length === 0 && pathname !== triagePath
  const idIn = ({ path }: { readonly path: string }) =>
    isDetails && `/${view}` === path ? decodeURIComponent(id) : null
  const inTriage = useTriageEntries()
  const ofInsight = useReviewEntries(idIn(insightKind))
  const here = (state: object) => () => void navigate(`${pathname}${search}`, { state })
  const ofKind = (kind: typeof metricKind, state: object) =>
    idIn(kind) === null
      ? { group: 'Commands', run: () => void navigate(kind.path) }
      : { group: `This ${kind.one}`, run: here(state), isOfOpen: true }
  return [
    ...inTriage,
    ...ofInsight,
    {
      ...{ id: 'command:mark-all-seen', label: 'Mark all insights of an opportunity as seen…', alsoCalled: 'read' },
      ...ofKind(opportunityKind, focusWanted),
    },
    {
      ...{ id: 'command:link-metric', label: 'Link a metric to goals…', alsoCalled: 'connect' },
      ...ofKind(metricKind, pickerWanted),
    },
  ]
}
