import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsFor } from '../../client/queries'
import { Markdown } from '../../records/Markdown'
import { undescribed } from '../../ui/undescribed'
import { changes } from './changelog'

export function WhatsNewDialog({ onClose }: { readonly onClose: () => void }) {
  const { data: info } = useQuery(queryOptionsFor('shell', 'info', {}))
  return (
    <Modal opened attributes={undescribed} onClose={onClose} title="What’s new" size="lg" centered>
      {info !== undefined && (
        <Text size="sm" c="dimmed" mb="md">
          This is version {info.version}.
        </Text>
      )}
      <Markdown text={changes} />
    </Modal>
  )
}
