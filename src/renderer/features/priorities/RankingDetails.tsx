// The reasons for a record's rank, and the person's decision about it.
import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import {
  Decision,
  decisionWords,
  type PrioritisedKind,
  partNames,
  type ScoringModel,
  parts as theParts,
  weightText,
} from '../../../contract/features/priorities'
import { longestNote } from '../../../contract/limits'
import { keyIn } from '../../../contract/workspace-key'
import { client } from '../../client/bridge'
import { useWorkspace } from '../../client/workspace'
import { BriefButton, briefOf } from '../../records/brief-dialog'
import { SectionHead } from '../../records/DetailParts'
import details from '../../records/details.module.css'
import { MaskedText } from '../../records/MaskedText'
import { recordPath, relatedKinds } from '../../records/record-kind'
import { count, shownTitle } from '../../records/record-words'
import { useTypedText } from '../../records/use-typed-text'
import { createUnsaved } from '../../records/use-unsaved'
import { leaveOnEscape } from '../../ui/leave-on-escape'
import { useDecide } from './DecideMenu'
import classes from './priorities.module.css'
import { contradictionInfo, madeOf, partText, points, priorityTexts, weighted } from './priority-words'
import { ScoreBar } from './ScoreBar'
import type { ModelChoice, RankedRow, Ranking } from './use-priorities'

interface RankingDetailsProps {
  readonly kind: PrioritisedKind
  readonly list: Ranking
  readonly id: string
  readonly choice: Pick<ModelChoice, 'model' | 'isChanged'>
}

export function RankingDetails({ kind, list, id, choice }: RankingDetailsProps) {
  const { model, isChanged } = choice
  const row = list.rowOf(id)
  if (list.state.rows === null || (row === undefined && list.records.atOf(id) !== undefined))
    return <div className={details.scroller} />
  if (row === undefined) {
    return (
      <div className={details.scroller}>
        <p className={details.muted}>This {list.kind.one} is no longer in the workspace.</p>
      </div>
    )
  }
  const subject = briefOf(relatedKinds[kind], id)
  return (
    <div className={details.scroller} key={id}>
      <header className={details.head}>
        <h2 className={details.title}>
          <MaskedText name={shownTitle(row)} hideContent={row.hideContent} to={recordPath(relatedKinds[kind], id)} />
        </h2>
        <p className={details.muted}>
          {`Rank ${count(row.place)} of ${count(list.records.ids.length)} · ${model.name}${isChanged ? ' (edited)' : ''}`}
        </p>
        {subject !== null && <BriefButton size="compact-xs" subject={subject} />}
      </header>
      <DecisionForm kind={kind} row={row} onLeave={() => list.table.current?.focusActiveRow()} />
      <section className={details.section} aria-labelledby="parts-of-score">
        <div className={details.sectionHead}>
          <h3 className={details.sectionTitle} id="parts-of-score">
            Why this rank
          </h3>
        </div>
        <div className={classes.wideScore}>
          <ScoreBar score={row.score} scored={row.scored} weights={model.weights} />
        </div>
        <PartsTable kind={kind} row={row} weights={model.weights} />
      </section>
    </div>
  )
}

interface PartsTableProps {
  readonly kind: PrioritisedKind
  readonly row: RankedRow
  readonly weights: ScoringModel['weights']
}

/** The bar above it, in words and figures. */
function PartsTable({ kind, row, weights }: PartsTableProps) {
  const counting = weighted(weights)
  const unknown = theParts.some((part) => row.scored[part].value === null)
  return (
    <>
      <table className={classes.parts}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Value</th>
            <th scope="col">Scaled</th>
            <th scope="col">Weight</th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {[...counting, ...theParts.filter((part) => weights[part] === 0)].map((part) => {
            const { value, normalised, weight, contribution } = row.scored[part]
            return (
              <tr key={part} data-idle={weight === 0 || undefined}>
                <th scope="row" title={madeOf(part, kind)}>
                  <span className={classes.swatch} data-part={weight === 0 ? undefined : part} aria-hidden />
                  {partNames[part]}
                </th>
                <td>{partText(part, value)}</td>
                <td>{normalised.toFixed(2)}</td>
                <td>{weightText(weight)}</td>
                <td>{points(contribution)}</td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td colSpan={4}>{points(row.score)}</td>
          </tr>
        </tfoot>
      </table>
      {unknown && <p className={details.muted}>– means unknown and counts as 0.</p>}
    </>
  )
}

const undecided = 'none'

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** Arrows only move the focus, and Space or Enter decides: each choice on the way would be one more decision to undo. */
function moveAmongDecisions(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLInputElement)) return
  const step = steps[key]
  if (key === 'Enter') target.click()
  else if (step === undefined) return
  else {
    const choices = [...event.currentTarget.querySelectorAll('input')]
    choices.at((choices.indexOf(target) + step) % choices.length)?.focus()
  }
  event.preventDefault()
}

interface DecisionFormProps {
  readonly kind: PrioritisedKind
  readonly row: RankedRow
  readonly onLeave: () => void
}

function DecisionForm({ kind, row, onLeave }: DecisionFormProps) {
  const decide = useDecide(kind)
  const section = useRef<HTMLElement>(null)
  const keep = () => {
    void decide([row.id], row.decision)
    // The button disappears with the contradiction.
    section.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
  }
  return (
    <section ref={section} className={details.section} aria-label="Decision">
      <SectionHead title="Decision" info={contradictionInfo} />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Decision"
        data={[
          { value: undecided, label: 'None' },
          ...Decision.options.map((decision) => ({ value: decision, label: decisionWords[decision] })),
        ]}
        value={row.decision ?? undecided}
        onChange={(value) => void decide([row.id], value === undecided ? null : Decision.parse(value))}
        onKeyDown={moveAmongDecisions}
      />
      {row.contradiction !== null && (
        <p className={classes.conflict}>
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
          {row.contradiction.text}
          <Button size="compact-xs" variant="default" title={priorityTexts.onlyNewEvidence} onClick={keep}>
            Keep decision
          </Button>
        </p>
      )}
      <DecisionNote kind={kind} id={row.id} note={row.note} onLeave={onLeave} />
    </section>
  )
}

interface DecisionNoteProps {
  readonly kind: PrioritisedKind
  readonly id: string
  readonly note: string
  readonly onLeave: () => void
}

const unsaved = createUnsaved<string>()

function DecisionNote({ kind, id, note, onLeave }: DecisionNoteProps) {
  const { ref: workspace } = useWorkspace()
  const key = keyIn(workspace, kind, id)
  const { text, type, flush } = useTypedText({
    unsaved,
    key,
    stored: note,
    save: ({ now, ...before }) => client.priorities.setNote({ workspace, kind, id, note: now.trim(), ...before }),
  })
  return (
    <Textarea
      mt={8}
      size="xs"
      rows={3}
      resize="vertical"
      label="Decision note"
      description={priorityTexts.onlyOnThisComputer}
      dir="auto"
      maxLength={longestNote}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => void flush()}
      onKeyDown={leaveOnEscape(onLeave)}
    />
  )
}
