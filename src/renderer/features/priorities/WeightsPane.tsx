// The weights of a scoring model. The ranking follows while one is moved; nothing is saved until the person says so.
import { Button, NumberInput, Slider } from '@mantine/core'
import { type Part, parts, Weight } from '../../../contract/features/priorities'
import details from '../../records/details.module.css'
import classes from './priorities.module.css'
import { partWords } from './priority-words'
import type { ModelChoice } from './use-priorities'

const most = Weight.maxValue ?? 100

interface WeightFieldProps {
  readonly part: Part
  readonly weight: number
  readonly onWeight: (weight: number) => void
}

function WeightField({ part, weight, onWeight }: WeightFieldProps) {
  const { name, madeOf } = partWords[part]
  return (
    <div className={classes.field}>
      <span className={classes.swatch} data-part={weight === 0 ? undefined : part} aria-hidden />
      <span className={classes.fieldName}>{name}</span>
      <NumberInput
        size="xs"
        w={72}
        aria-label={`Weight of ${name}`}
        aria-description={madeOf}
        min={-most}
        max={most}
        step={5}
        allowDecimal={false}
        clampBehavior="strict"
        value={weight}
        onChange={(value) => onWeight(Number(value) || 0)}
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
        {madeOf}
        {weight < 0 && ' The lowest counts most.'}
      </span>
    </div>
  )
}

export function WeightsPane({ choice }: { readonly choice: ModelChoice }) {
  const { model, isChanged, setWeights, reset } = choice
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
          part={part}
          weight={model.weights[part]}
          onWeight={(weight) => setWeights({ ...model.weights, [part]: weight })}
        />
      ))}
    </div>
  )
}
