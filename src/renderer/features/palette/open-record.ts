// Commands for the selected rows, and for the open record in its details or in triage.
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { deletionWanted, markSeenWanted, pickerWanted } from '../../navigation/location-state'
import { useWhyNotNow } from '../../records/OfflineNote'
import {
  feedbackKind,
  goalKind,
  insightKind,
  knowledgeKind,
  metricKind,
  opportunityKind,
  type RecordKind,
  solutionKind,
  topicKind,
} from '../../records/record-kind'
import { otherNames } from '../../records/use-selection-commands'
import { copyText } from '../../ui/copy-text'
import { useBoundKeys, whenBound } from '../../ui/keys'
import { notifyStatus } from '../../ui/notify'
import { useViewCommands, type ViewCommand } from '../../ui/view-commands'
import { triagePath } from '../insights'
import type { PaletteEntry } from './entry'
import { paletteTexts } from './palette-words'

const kinds: readonly RecordKind[] = [
  ...[insightKind, opportunityKind, goalKind, solutionKind, feedbackKind],
  ...[knowledgeKind, topicKind, metricKind],
]

interface OpenRecord {
  readonly kind: RecordKind
  readonly id: string
}

/** null: a list, or a view without records. */
function openRecordOf(pathname: string): OpenRecord | null {
  const [, view, id = '', ...deeper] = pathname.replace(triagePath, insightKind.path).split('/')
  const kind = kinds.find(({ path }) => path === `/${view}`)
  if (kind === undefined || id === '' || deeper.length > 0) return null
  return { kind, id: decodeURIComponent(id) }
}

/** Keys of triage, with their command on the open record. */
const triageActions = [
  { binding: 'e', id: 'mark-reviewed', label: 'Mark as reviewed', ...otherNames.markReviewed },
  { binding: 'h', id: 'snooze', label: 'Snooze…', ...otherNames.snooze },
  { binding: 'n', id: 'note', label: 'Add note', alsoCalled: 'comment write' },
  { binding: 'l', id: 'label', label: 'Label…', ...otherNames.label },
] as const

function useTriageEntries(group: string, open: OpenRecord | null, isTriage: boolean): readonly PaletteEntry[] {
  const keys = useBoundKeys()
  const { ref: workspace } = useWorkspace()
  const { data: triage } = useQuery({
    ...queryOptionsFor('triage', 'get', { workspace, kind: open?.kind.triaged ?? 'insight', id: open?.id ?? 'none' }),
    enabled: open?.kind.triaged !== undefined && keys.has('e'),
  })
  const now = open === null ? undefined : triage
  const labels = new Map([
    // In triage, the key always marks as reviewed.
    ['e', !isTriage && now?.status === 'reviewed' && 'Mark as not reviewed'],
    ['n', !!now?.note && 'Edit note'],
  ])
  return triageActions
    .filter(({ binding }) => keys.has(binding))
    .map(({ binding, id, label, alsoCalled }) => ({
      ...{ id: `command:${id}`, group, alsoCalled, binding, isOfOpen: true },
      label: labels.get(binding) || label,
      run: () => void whenBound(binding),
    }))
}

/** In the order of the bar below the list; the rest of its tools differ by view. */
const firstOfSelection = ['mark-reviewed', 'snooze', 'label', 'brief', 'export'].map((id) => `command:${id}`)
const placeOf = ({ id }: PaletteEntry) => (firstOfSelection.includes(id) ? firstOfSelection.indexOf(id) : Infinity)

/** Commands for the selection and the open record. Without one, some lead to the list of the records they act on. */
export function useOpenRecordEntries(): readonly PaletteEntry[] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const whyNot = useWhyNotNow()
  const open = openRecordOf(pathname)
  const isTriage = pathname === triagePath || pathname.startsWith(`${triagePath}/`)
  const group = `This ${open?.kind.one ?? insightKind.one}`
  const ofTriage = useTriageEntries(group, open, isTriage)
  const viewCommands = useViewCommands()
  const here = (state: object) => () => void navigate(`${pathname}${search}`, { replace: true, state })
  const ofOpen = { group, isOfOpen: true }
  /** What needs the service at hand says why it can't be done now, as its button does. */
  const nowHere = (state: object) => (whyNot === null ? here(state) : () => void notifyStatus(whyNot))
  const isOpen = (kind: RecordKind) => open?.kind === kind
  const ofKind = (kind: RecordKind, run: () => void, hint: string) =>
    isOpen(kind)
      ? { ...ofOpen, run }
      : {
          group: 'Commands',
          comesLast: true,
          run: () => {
            void navigate(kind.path)
            notifyStatus(hint)
          },
        }
  const offered = (of: ViewCommand['of'], group: string) =>
    viewCommands
      .filter((command) => command.of === of)
      .map(({ of: _, id, ...more }): PaletteEntry => ({ ...more, id: `command:${id}`, group, isOfOpen: true }))
  const isDeletable = isOpen(goalKind) || isOpen(knowledgeKind)
  return [
    // Before the open record's commands, which have the same keys: these act on the selection.
    ...offered('selection', 'Selection').toSorted((one, other) => placeOf(one) - placeOf(other)),
    ...(open !== null || isTriage ? ofTriage : []),
    ...offered('record', open === null ? 'This record' : group),
    ...(open === null
      ? []
      : [
          {
            ...{ ...ofOpen, id: 'command:copy-id', label: 'Copy ID', alsoCalled: 'uuid identifier' },
            run: () => void copyText(open.id, 'ID copied'),
          },
        ]),
    {
      ...{ id: 'command:mark-all-seen', alsoCalled: 'insights read' },
      ...ofKind(opportunityKind, nowHere(markSeenWanted), paletteTexts.openOpportunity),
      label: isOpen(opportunityKind) ? 'Mark all as seen…' : 'Mark all insights in an opportunity as seen…',
    },
    {
      ...{ id: 'command:link-metric', label: 'Link goals to a metric…', ...otherNames.linkToMetric },
      ...ofKind(metricKind, here(pickerWanted), paletteTexts.openMetric),
    },
    ...(isDeletable
      ? [{ ...ofOpen, id: 'command:delete', label: 'Delete…', alsoCalled: '', run: nowHere(deletionWanted) }]
      : []),
  ]
}
