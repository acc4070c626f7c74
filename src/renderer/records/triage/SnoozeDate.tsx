import { Button, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { localDate } from '../../../contract/weeks'
import { DialogActions } from '../../ui/DialogActions'
import { dateText } from '../../ui/relative-time'
import { listTexts } from '../record-words'
import { chosenDay, tomorrow } from './triage-words'

interface SnoozeDateProps {
  readonly onClose: () => void
  readonly onChoose: (day: Date) => void
}

/** Mounted each time the dialog opens, so that it begins with tomorrow. */
export function SnoozeDate({ onClose, onChoose }: SnoozeDateProps) {
  const first = localDate(tomorrow(Date.now()))
  const [text, setText] = useInputState(first)
  const [hasFailed, setHasFailed] = useState(false)
  const day = chosenDay(text, Date.now())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (day === null) setHasFailed(true)
    else onChoose(day)
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextInput
        type="date"
        label="Date"
        // The field writes dates as the system does.
        description={day !== null && `Until ${dateText(day.getTime())}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={first}
        value={text}
        onChange={setText}
        error={hasFailed && day === null && listTexts.laterDay}
        // Either may set the focus last: the field, or the dialog, which looks for it once, perhaps before this code is loaded.
        data-autofocus
        autoFocus
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Snooze</Button>
      </DialogActions>
    </form>
  )
}
