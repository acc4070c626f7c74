import { TextInput } from '@mantine/core'
import { type FormEvent, type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AppError } from '../../../contract/errors'
import { type WorkspaceRef, workspaceKey } from '../../../contract/workspace'
import { useEnvironment } from '../../app/workspace'
import { announce } from '../../ui/announce'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Examples } from '../../ui/Examples'
import { focusWanted } from '../../ui/focus-wanted'
import { leaveOnEscape } from '../../ui/leave-on-escape'
import { useTypedValues } from '../../ui/typed-values'
import { useIsHere } from '../../ui/use-is-here'
import { useTask } from '../../ui/use-task'
import { topicPath } from './topic-path'
import classes from './topics.module.css'
import { useOpenTopic } from './use-open-topic'

interface OpenTopicFormProps {
  readonly workspace: WorkspaceRef
  /** Topics that were read before, so they can be shown although the service cannot be reached. */
  readonly keptIds: readonly string[]
  readonly field: RefObject<HTMLInputElement | null>
  /** Out of the field, to the topics. */
  readonly onLeave: () => void
}

const longestId = 200

function problemOf(id: string, error: AppError | null): string | null {
  if (error?.code === 'NOT_FOUND') return 'No topic has this id in this workspace.'
  if (error?.code === 'INVALID_INPUT' || error?.code === 'REFUSED') return `Invalid id. ${error.message}`
  return id.length > longestId ? 'This id is too long.' : null
}

export function OpenTopicForm({ workspace, keptIds, field, onLeave }: OpenTopicFormProps) {
  const navigate = useNavigate()
  const openTopic = useOpenTopic(workspace)
  const isHere = useIsHere()
  const typed = useTypedValues<string>(`open-topic ${workspaceKey(workspace)}`)
  const [text, setText] = useState(() => typed.read() ?? '')
  const [isMissing, setIsMissing] = useState(false)
  const [triedId, setTriedId] = useState('')
  const { isRunning, error: lastError, run } = useTask()

  const { examples } = useEnvironment()
  const id = text.trim()
  // What was said of one id is not true of the next.
  const error = id === triedId ? lastError : null
  const problem = isMissing ? 'Enter a topic id.' : problemOf(id, error)

  /** Whoever typed the next id meanwhile keeps it. */
  const empty = (sent: string) => setText((now) => (now.trim() === sent ? '' : now))

  const read = (wanted: string) => {
    setTriedId(wanted)
    return run(async () => {
      const topic = await openTopic(wanted)
      if (typed.read()?.trim() === wanted) typed.drop()
      if (!isHere.current) return
      announce(`Topic ${topic.title ?? topic.id} opened.`)
      await navigate(topicPath(topic.id), { state: focusWanted })
    })
  }

  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (id === '' || id.length > longestId) {
      setIsMissing(id === '')
      field.current?.focus()
      return
    }
    const isOpened = await read(id)
    if (!isHere.current) return
    if (isOpened) empty(id)
    else if (keptIds.includes(id)) await navigate(topicPath(id))
    else field.current?.focus()
  }

  return (
    <>
      <form
        onSubmit={open}
        onKeyDown={leaveOnEscape(onLeave)}
        noValidate
        aria-label="Open a topic"
        className={classes.form}
      >
        <TextInput
          ref={field}
          label="Topic id"
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value)
            typed.keep(event.currentTarget.value)
            setIsMissing(false)
          }}
        />
        {error && problem === null && <ErrorNotice error={error} />}
        <BusyButton type="submit" isBusy={isRunning}>
          Open topic
        </BusyButton>
      </form>
      <Examples
        label="Sandbox topics"
        examples={examples.topics.filter((topic) => !keptIds.includes(topic.id))}
        onChoose={({ id: chosen }) => {
          // In the field, what goes wrong with it is said there.
          setText(chosen)
          typed.keep(chosen)
          void read(chosen).then((isOpened) => isOpened && isHere.current && empty(chosen))
        }}
      />
    </>
  )
}
