import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { appApi } from '../../../contract/app'
import type { Metric } from '../../../contract/features/metrics'
import { type WorkspaceRef, workspaceKey } from '../../../contract/workspace'
import { useEnvironment } from '../../app/workspace'
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Examples } from '../../ui/Examples'
import { leaveOnEscape } from '../../ui/leave-on-escape'
import { useTypedValues } from '../../ui/typed-values'
import { useTask } from '../../ui/use-task'
import { metricName, metricPath } from './metric-words'
import classes from './metrics.module.css'
import { pickerWanted } from './picker-wanted'

interface AddMetricFormProps {
  readonly workspace: WorkspaceRef
  readonly metrics: readonly Metric[]
  readonly idField: RefObject<HTMLInputElement | null>
  /** Out of a field, to the register. */
  readonly onLeave: () => void
}

const { metricId: MetricId, label: Label } = appApi.metrics.save.input.shape
const empty = { metricId: '', label: '' }

export function AddMetricForm({ workspace, metrics, idField, onLeave }: AddMetricFormProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const labelField = useRef<HTMLInputElement>(null)
  const typed = useTypedValues<typeof empty>(`add-metric ${workspaceKey(workspace)}`)
  const [values, setValues] = useState(() => typed.read() ?? empty)
  const [problems, setProblems] = useState<Partial<typeof empty>>({})
  const { isRunning, error, run } = useTask()
  const { examples } = useEnvironment()
  const untried = examples.metrics.filter(({ id }) => !metrics.some(({ metricId }) => metricId === id))

  const change = (changes: Partial<typeof empty>) => {
    const next = { ...values, ...changes }
    setValues(next)
    typed.keep(next)
    setProblems({})
  }

  /** What was typed since it was sent stays. */
  const dropSent = (sent: typeof empty) => {
    const { metricId, label } = typed.read() ?? empty
    const left = { metricId: metricId === sent.metricId ? '' : metricId, label: label === sent.label ? '' : label }
    setValues(left)
    if (left.metricId === '' && left.label === '') typed.drop()
    else typed.keep(left)
  }

  const save = async (metric: Pick<Metric, 'metricId' | 'label'>, sent?: typeof empty) => {
    const isSaved = await run(async () => {
      await client.metrics.save({ workspace, ...metric })
      await queryClient.invalidateQueries({ queryKey: ['metrics'] })
    })
    if (isSaved && sent) dropSent(sent)
    // What comes next is choosing its goals.
    if (isSaved) await navigate(metricPath(metric.metricId), { state: pickerWanted })
    return isSaved
  }

  const add = async (event: FormEvent) => {
    event.preventDefault()
    const metricId = MetricId.safeParse(values.metricId)
    const label = Label.safeParse(values.label)
    if (!metricId.success) {
      setProblems({ metricId: values.metricId.trim() === '' ? 'Enter an id.' : 'This id is too long.' })
      return idField.current?.focus()
    }
    if (!label.success) {
      setProblems({ label: 'Use at most 200 characters.' })
      return labelField.current?.focus()
    }
    const known = metrics.find((metric) => metric.metricId === metricId.data)
    // Adding one again without a label must not take its label away.
    const metric = { metricId: metricId.data, label: label.data === '' ? (known?.label ?? '') : label.data }
    if (!(await save(metric, values))) return
    announce(known ? `${metricName(metric)} is already on your list.` : `${metricName(metric)} added.`)
  }

  return (
    <>
      <form
        onSubmit={add}
        onKeyDown={leaveOnEscape(onLeave)}
        noValidate
        aria-label="Add a metric"
        className={classes.form}
      >
        <TextInput
          ref={idField}
          label="Metric id"
          autoComplete="off"
          spellCheck={false}
          value={values.metricId}
          error={problems.metricId}
          onChange={(event) => change({ metricId: event.currentTarget.value })}
        />
        <TextInput
          ref={labelField}
          label="Label"
          autoComplete="off"
          value={values.label}
          error={problems.label}
          onChange={(event) => change({ label: event.currentTarget.value })}
        />
        {error && <ErrorNotice error={error} />}
        <BusyButton type="submit" isBusy={isRunning}>
          Add metric
        </BusyButton>
      </form>
      <Examples
        label="Sandbox metrics"
        examples={untried}
        onChoose={({ id, title }) => void save({ metricId: id, label: title })}
      />
    </>
  )
}
