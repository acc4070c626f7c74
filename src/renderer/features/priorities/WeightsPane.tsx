// The weights of a scoring model. The ranking follows while one is moved; only the person saves them.
import { Button, NumberInput, Slider } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { type Part, type PrioritisedKind, partNames, parts, Weight } from '../../../contract/features/priorities'
import details from '../../records/details.module.css'
import { rowName } from '../../records/MaskedText'
import { announce } from '../../ui/announce'
import { leaveOnEscape } from '../../ui/leave-on-escape'
import classes from './priorities.module.css'
import { madeOf, points, priorityTexts } from './priority-words'
import type { ModelChoice, Ranking } from './use-priorities'

const most = Weight.maxValue ?? 100

interface WeightFieldProps {
  readonly kind: PrioritisedKind
  readonly part: Part
  readonly weight: number
  readonly onWeight: (weight: number) => void
  readonly onLeave: () => void
}

function WeightField({ kind, part, weight, onWeight, onLeave }: WeightFieldProps) {
  const name = partNames[part]
  const words = madeOf(part, kind)
  /** Typed text that is no number yet: empty, or a minus sign. Showing 0 instead would get in the way of the next digit. */
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className={classes.field}>
      <span className={classes.swatch} data-part={weight === 0 ? undefined : part} aria-hidden />
      <span className={classes.fieldName}>{name}</span>
      <NumberInput
        size="xs"
        w={72}
        aria-label={`Weight of ${name}`}
        aria-description={words}
        min={-most}
        max={most}
        step={5}
        allowDecimal={false}
        clampBehavior="strict"
        value={typed ?? weight}
        onChange={(value) => {
          setTyped(typeof value === 'string' ? value : null)
          onWeight(Number(value) || 0)
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={leaveOnEscape(onLeave)}
      />
      <Slider
        className={classes.slider}
        size={4}
        thumbSize={14}
        min={-most}
        max={most}
        step={5}
        startPointValue={0}
        label={null}
        thumbLabel={`${name}, slider`}
        value={weight}
        onChange={onWeight}
      />
      <span className={classes.madeOf}>
        {words}
        {weight < 0 && ` ${priorityTexts.lowestFirst}`}
      </span>
    </div>
  )
}

interface WeightsPaneProps {
  readonly kind: PrioritisedKind
  readonly choice: ModelChoice
  readonly list: Pick<Ranking, 'shown' | 'records' | 'rowOf' | 'revealed'>
  readonly onClose: () => void
}

/** Delay after the last slider step or digit. */
const announceAfterMs = 600

/** Announces the first record after a weight was moved, for people who do not see the table change. */
function useAnnouncedEffect({ shown, records, rowOf, revealed }: WeightsPaneProps['list']): () => void {
  return useDebouncedCallback(() => {
    const first = rowOf(records.ids[shown[0] ?? -1] ?? '')
    if (first !== undefined) announce(`First: ${rowName(first, revealed)}, ${points(first.score)} points`)
  }, announceAfterMs)
}

export function WeightsPane({ kind, choice, list, onClose }: WeightsPaneProps) {
  const { model, isChanged, setWeights, reset } = choice
  const onMoved = useAnnouncedEffect(list)
  return (
    <div className={details.scroller}>
      <div className={classes.paneHead}>
        <span>{model.name}</span>
        {isChanged && (
          <Button size="compact-xs" variant="default" onClick={reset}>
            Reset weights
          </Button>
        )}
      </div>
      {parts.map((part) => (
        <WeightField
          key={part}
          kind={kind}
          part={part}
          weight={model.weights[part]}
          onWeight={(weight) => {
            onMoved()
            setWeights({ ...model.weights, [part]: weight })
          }}
          onLeave={onClose}
        />
      ))}
    </div>
  )
}
