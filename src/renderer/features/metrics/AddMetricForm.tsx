import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { useNavigate } from 'react-router'
import { appApi } from '../../../contract/app'
import type { Metric } from '../../../contract/features/metrics'
import { type WorkspaceRef, workspaceKey } from '../../../contract/workspace'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironment } from '../../client/workspace'
import { pickerWanted } from '../../navigation/location-state'
import { metricKind, recordPath } from '../../records/record-kind'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Examples } from '../../ui/Examples'
import { focusFirstError } from '../../ui/form-errors'
import { leaveOnEscape } from '../../ui/leave-on-escape'
import columns from '../../ui/TwoColumns.module.css'
import { useTypedValues } from '../../ui/typed-values'
import { metricName } from './metric-words'

interface AddMetricFormProps {
  readonly workspace: WorkspaceRef
  readonly metrics: readonly Metric[]
  readonly idField: RefObject<HTMLInputElement | null>
  /** On one line, above a list that there is already. */
  readonly isCompact: boolean
  /** Out of a field, to the register. */
  readonly onLeave: () => void
  /** The register, which comes before what the sandbox offers. */
  readonly children: ReactNode
}

const NewMetric = appApi.metrics.save.input.omit({ workspace: true })
const empty = { metricId: '', label: '' }

export function AddMetricForm({ workspace, metrics, idField, isCompact, onLeave, children }: AddMetricFormProps) {
  const navigate = useNavigate()
  const typed = useTypedValues<typeof empty>(`add-metric ${workspaceKey(workspace)}`)
  const form = useForm({
    initialValues: typed.read() ?? empty,
    validate: schemaResolver(NewMetric, { sync: true }),
    transformValues: (values) => NewMetric.parse(values),
    onValuesChange: (values) => (values.metricId + values.label === '' ? typed.drop() : typed.keep(values)),
  })
  const { mutate, isPending, error } = useMutation({
    ...mutationOptionsFor('metrics', 'save'),
    onSuccess(_, saved) {
      // What was typed since it was sent stays.
      const { metricId, label } = form.getValues()
      form.setValues({
        metricId: metricId.trim() === saved.metricId ? '' : metricId,
        label: label.trim() === saved.label ? '' : label,
      })
    },
  })
  const { examples } = useEnvironment()
  const untried = examples.metrics.filter(({ id }) => !metrics.some(({ metricId }) => metricId === id))

  const save = (metric: Pick<Metric, 'metricId' | 'label'>, words: string | null) =>
    mutate(
      { workspace, ...metric },
      {
        onSuccess() {
          if (words !== null) announce(words)
          // What comes next is choosing its goals.
          void navigate(recordPath(metricKind, metric.metricId), { state: pickerWanted })
        },
      },
    )

  const add = ({ metricId, label }: typeof empty) => {
    const known = metrics.find((metric) => metric.metricId === metricId)
    // Adding one again without a label must not take its label away.
    const metric = { metricId, label: label === '' ? (known?.label ?? '') : label }
    save(metric, known ? `${metricName(metric)} is already on your list.` : `${metricName(metric)} added.`)
  }

  const named = (label: string) => (isCompact ? { 'aria-label': label, placeholder: label } : { label })
  return (
    <>
      <form
        className={columns.form}
        data-compact={isCompact ? 'two' : undefined}
        onSubmit={form.onSubmit(add, focusFirstError(form))}
        onKeyDown={leaveOnEscape(onLeave)}
        noValidate
        aria-label="Add a metric"
      >
        <TextInput ref={idField} {...named('Metric id')} spellCheck={false} {...form.getInputProps('metricId')} />
        <TextInput {...named('Label')} {...form.getInputProps('label')} />
        <BusyButton
          type="submit"
          isBusy={isPending}
          {...(isCompact ? { variant: 'default', px: 10, 'aria-label': 'Add metric' } : {})}
        >
          {isCompact ? 'Add' : 'Add metric'}
        </BusyButton>
        {error && <ErrorNotice error={error} />}
      </form>
      {children}
      <Examples
        label="Sandbox metrics"
        examples={untried}
        onChoose={({ id, title }) => save({ metricId: id, label: title }, null)}
      />
    </>
  )
}
