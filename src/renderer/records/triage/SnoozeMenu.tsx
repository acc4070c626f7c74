import { Menu, Modal, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { TriagedKind } from '../../../contract/features/triage'
import { localDate } from '../../../contract/weeks'
import { lazyWithPreload } from '../../ui/lazy-with-preload'
import { dateText } from '../../ui/relative-time'
import { nextWeek, tomorrow } from './triage-words'

const SnoozeDate = lazyWithPreload(() => import('./SnoozeDate').then(({ SnoozeDate }) => SnoozeDate))

interface SnoozeMenuProps {
  readonly kind: TriagedKind
  /** Several records are snoozed together. */
  readonly areSeveral?: boolean
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** A day. null: until the score changes or feedback arrives or goes. */
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
              onClick={() => onSnooze(localDate(day))}
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
        <SnoozeDate
          onClose={closeDate}
          onChoose={(day) => {
            closeDate()
            onSnooze(localDate(day))
          }}
        />
      </Modal>
    </>
  )
}
