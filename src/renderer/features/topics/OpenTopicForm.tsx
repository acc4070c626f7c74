import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { appApi } from '../../../contract/app'
import type { AppError } from '../../../contract/errors'
import { type WorkspaceRef, workspaceKey } from '../../../contract/workspace'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironment } from '../../client/workspace'
import { focusWanted } from '../../navigation/location-state'
import { recordPath, topicKind } from '../../records/record-kind'
import { AddForm } from '../../records/side-list/AddForm'
import { type Adding, mayLeadOn } from '../../records/side-list/use-side-list'
import { announce } from '../../ui/announce'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Examples } from '../../ui/Examples'
import { focusFirstError } from '../../ui/form-errors'
import { mustKeepFocus } from '../../ui/key-registry'
import { useTypedValues } from '../../ui/typed-values'
import { topicTexts } from './topic-words'

interface OpenTopicFormProps {
  readonly workspace: WorkspaceRef
  /** Topics read before, which can be shown while the service is out of reach. */
  readonly keptIds: readonly string[]
  readonly adding: Adding
  /** The list of topics, shown above the sandbox examples. */
  readonly children: ReactNode
}

const Wanted = appApi.topics.open.input.pick({ id: true })

/** null: the error is not about the id. */
function problemOf({ code, message }: AppError): string | null {
  if (code === 'NOT_FOUND') return topicTexts.unknownId
  return code === 'INVALID_INPUT' || code === 'REFUSED' ? `This ID can’t be used. ${message}` : null
}

/** The typed id that was not opened. */
export function useTypedTopic(workspace: WorkspaceRef) {
  return useTypedValues<string>(`open-topic ${workspaceKey(workspace)}`)
}

export function OpenTopicForm({ workspace, keptIds, adding, children }: OpenTopicFormProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const typed = useTypedTopic(workspace)
  const form = useForm({
    initialValues: { id: typed.read() ?? '' },
    validate: schemaResolver(Wanted, { sync: true }),
    transformValues: (values) => Wanted.parse(values),
    onValuesChange({ id }) {
      if (id === '') typed.drop()
      else typed.keep(id)
      // An error about one id does not apply to the next.
      if (isError) reset()
    },
  })
  const { mutate, isPending, isError, error, reset } = useMutation({
    ...mutationOptionsFor('topics', 'open'),
    onSuccess(_, { id }) {
      // Keeps the next id, if already typed.
      if (form.getValues().id.trim() === id) form.setValues({ id: '' })
    },
  })
  const { examples } = useEnvironment()

  const open = (id: string, isTyped: boolean) =>
    mutate(
      { workspace, id },
      {
        onSuccess(topic) {
          announce(`Topic ${topic.title?.trim() || topic.id} opened`)
          if (!mayLeadOn(pathname, adding)) return
          const isTypingNext = mustKeepFocus() && form.getValues().id !== ''
          void navigate(recordPath(topicKind, topic.id), { state: isTypingNext ? null : focusWanted })
        },
        onError(failure) {
          if (form.getValues().id.trim() !== id) return
          const problem = problemOf(failure)
          form.setErrors(problem === null ? {} : { id: problem })
          if (!mayLeadOn(pathname, adding)) adding.show()
          else if (isTyped && keptIds.includes(id)) void navigate(recordPath(topicKind, id))
          else adding.open()
        },
      },
    )

  return (
    <>
      <AddForm
        adding={adding}
        name="Open a topic"
        submitLabel="Open topic"
        isBusy={isPending}
        onSubmit={form.onSubmit(({ id }) => open(id, true), focusFirstError(form))}
      >
        <TextInput ref={adding.idField} label="Topic ID" spellCheck={false} {...form.getInputProps('id')} />
        {error && problemOf(error) === null && <ErrorNotice error={error} />}
      </AddForm>
      {children}
      <Examples
        label="Sandbox topics"
        examples={examples.topics.filter((topic) => !keptIds.includes(topic.id))}
        onChoose={({ id }) => {
          // In the field, so that an error appears there.
          form.setValues({ id })
          open(id, false)
        }}
      />
    </>
  )
}
