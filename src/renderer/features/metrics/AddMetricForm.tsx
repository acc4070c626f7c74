import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { appApi } from '../../../contract/app'
import type { Metric } from '../../../contract/features/metrics'
import { type WorkspaceRef, workspaceKey } from '../../../contract/workspace'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironment } from '../../client/workspace'
import { pickerWanted } from '../../navigation/location-state'
import { metricKind, recordPath } from '../../records/record-kind'
import { AddForm } from '../../records/side-list/AddForm'
import { type Adding, mayLeadOn } from '../../records/side-list/use-side-list'
import { announce } from '../../ui/announce'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Examples } from '../../ui/Examples'
import { focusFirstError } from '../../ui/form-errors'
import { mustKeepFocus } from '../../ui/key-registry'
import { useTypedValues } from '../../ui/typed-values'
import { metricName, metricTexts } from './metric-words'
import classes from './metrics.module.css'

interface AddMetricFormProps {
  readonly workspace: WorkspaceRef
  readonly metrics: readonly Metric[]
  readonly adding: Adding
  /** The list of metrics, shown above the sandbox examples. */
  readonly children: ReactNode
}

const NewMetric = appApi.metrics.save.input.omit({ workspace: true })
const empty = { metricId: '', label: '' }

/** Typed values of a metric not added yet. */
export function useTypedMetric(workspace: WorkspaceRef) {
  return useTypedValues<typeof empty>(`add-metric ${workspaceKey(workspace)}`)
}

export function AddMetricForm({ workspace, metrics, adding, children }: AddMetricFormProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const typed = useTypedMetric(workspace)
  const form = useForm({
    initialValues: typed.read() ?? empty,
    validate: schemaResolver(NewMetric, { sync: true }),
    transformValues: (values) => NewMetric.parse(values),
    onValuesChange(values) {
      if (values.metricId + values.label === '') typed.drop()
      else typed.keep(values)
      // An error about one metric does not apply to the next.
      if (isError) reset()
    },
  })
  const { mutate, isPending, isError, error, reset } = useMutation({
    ...mutationOptionsFor('metrics', 'save'),
    onSuccess(_, saved) {
      // Keeps text typed after sending.
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
          if (!mayLeadOn(pathname, adding)) return
          const { metricId, label } = form.getValues()
          const isTypingNext = mustKeepFocus() && metricId + label !== ''
          // The next step is choosing its goals.
          void navigate(recordPath(metricKind, metric.metricId), { state: isTypingNext ? null : pickerWanted })
        },
      },
    )

  const add = ({ metricId, label }: typeof empty) => {
    const known = metrics.find((metric) => metric.metricId === metricId)
    // Adding a metric again without a name must keep its name.
    const metric = { metricId, label: label === '' ? (known?.label ?? '') : label }
    save(metric, known ? `${metricName(metric)} is already on your list.` : `${metricName(metric)} added.`)
  }

  return (
    <>
      <AddForm
        adding={adding}
        name="Add a metric"
        submitLabel="Add metric"
        isBusy={isPending}
        onSubmit={form.onSubmit(add, focusFirstError(form))}
      >
        <TextInput
          ref={adding.idField}
          label="Metric ID"
          description={metricTexts.whereIds}
          classNames={{ input: classes.id }}
          spellCheck={false}
          {...form.getInputProps('metricId')}
        />
        <TextInput label="Name" {...form.getInputProps('label')} />
      </AddForm>
      {error && <ErrorNotice error={error} />}
      {children}
      <Examples
        label="Sandbox metrics"
        examples={untried}
        onChoose={({ id, title }) => save({ metricId: id, label: title }, null)}
      />
    </>
  )
}
