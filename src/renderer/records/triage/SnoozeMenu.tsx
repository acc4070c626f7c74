import { Button, Menu, Modal, Text, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { TriagedKind } from '../../../contract/features/triage'
import { localDate } from '../../../contract/weeks'
import { DialogActions } from '../../ui/DialogActions'
import { dateText } from '../../ui/relative-time'
import { listTexts } from '../record-words'
import { chosenDay, nextWeek, tomorrow } from './triage-words'

interface SnoozeMenuProps {
  readonly kind: TriagedKind
  /** Several records are snoozed together. */
  readonly areSeveral?: boolean
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** null: until the score changes or feedback arrives or goes. */
  readonly onSnooze: (until: string | null) => void
  /** The button that opens the menu. */
  readonly children: ReactNode
}

/** The choice of when a snooze ends. Only insights have a score to wait for. */
export function SnoozeMenu({ kind, areSeveral = false, isOpen, onOpen, onSnooze, children }: SnoozeMenuProps) {
  const [isDateWanted, setIsDateWanted] = useState(false)
  const closeDate = () => setIsDateWanted(false)
  const now = Date.now()
  const days = [
    ['Tomorrow', tomorrow(now)],
    ['Next week', nextWeek(now)],
  ] as const
  return (
    <>
      <Menu opened={isOpen} onChange={onOpen} position="bottom-start">
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown>
          {days.map(([label, day]) => (
            <Menu.Item
              key={label}
              rightSection={
                <Text span size="xs" c="dimmed">
                  {dateText(day.getTime())}
                </Text>
              }
              onClick={() => onSnooze(day.toISOString())}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setIsDateWanted(true)}>Pick a date…</Menu.Item>
          {kind === 'insight' && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => onSnooze(null)}>
                {areSeveral ? 'Until their score or feedback changes' : 'Until its score or feedback changes'}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isDateWanted} onClose={closeDate} title="Snooze until" size="xs" centered>
        <DateForm
          onClose={closeDate}
          onChoose={(day) => {
            closeDate()
            onSnooze(day.toISOString())
          }}
        />
      </Modal>
    </>
  )
}

interface DateFormProps {
  readonly onClose: () => void
  readonly onChoose: (day: Date) => void
}

/** Mounted each time the dialog opens, so that it begins with tomorrow. */
function DateForm({ onClose, onChoose }: DateFormProps) {
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
        data-autofocus
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
