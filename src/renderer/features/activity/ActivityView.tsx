import { Box, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import classes from './activity.module.css'
import { ChangeRow } from './ChangeRow'

/** Every change made from this machine in the open workspace, and what became of it. */
export function ActivityView() {
  const { ref } = useWorkspace()
  const { data: entries, error, refetch } = useQuery(queryOf('activity', 'list', { workspace: ref }))
  return (
    <Box p="lg">
      <Title order={1} size="h4">
        Activity
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        What you changed from this computer, and what became of it.
      </Text>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {entries?.length === 0 && (
        <EmptyState icon={<IconHistory size={22} />} title="Nothing changed yet">
          What you create or change here is listed with its outcome, also what still waits for a connection.
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <Box className={classes.scroller ?? ''}>
          <Table aria-label="Activity" verticalSpacing="xs" highlightOnHover miw={680}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>When</Table.Th>
                <Table.Th>Change</Table.Th>
                <Table.Th>What</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map((entry) => (
                <ChangeRow key={entry.changeId} entry={entry} />
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      )}
    </Box>
  )
}
