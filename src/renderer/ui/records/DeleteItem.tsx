import { Menu, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useWhyNotNow } from './use-why-not-now'

interface DeleteItemProps {
  /** What is to be read on it. */
  readonly children: string
  readonly onDelete: () => void
}

/** Where it cannot be used, it says why below, and stays in reach, so that everybody learns it. */
export function DeleteItem({ children, onDelete }: DeleteItemProps) {
  const reason = useWhyNotNow()
  const reasonId = useId()
  return (
    <>
      <Menu.Item
        leftSection={<IconTrash size={15} stroke={1.8} aria-hidden />}
        closeMenuOnClick={reason === null}
        {...(reason === null
          ? {}
          : { 'aria-disabled': true, 'aria-describedby': reasonId, style: { opacity: 0.6, cursor: 'not-allowed' } })}
        onClick={(event) => {
          event.stopPropagation()
          if (reason === null) onDelete()
        }}
      >
        {children}
      </Menu.Item>
      {reason !== null && (
        <Text id={reasonId} size="xs" c="dimmed" px="sm" pb={6} maw={240}>
          {reason}
        </Text>
      )}
    </>
  )
}
