import { Button, Container, Group, Stack, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouteError } from 'react-router'
import { ErrorNotice } from '../ui/ErrorNotice'
import { asAppError } from '../ui/words'

/** Stands in for a view that broke. The rest of the window goes on, and there is always a way out. */
export function RouteError() {
  const error = asAppError(useRouteError())
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  const again = async () => {
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
    await navigate('/insights', { replace: true })
  }

  return (
    <Container size="xs" py="xl">
      <Stack>
        <Title order={1} size="h3">
          Something went wrong in this view
        </Title>
        <ErrorNotice error={error} />
        <Group>
          <Button onClick={again}>Go to Insights</Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            Reload the window
          </Button>
        </Group>
      </Stack>
    </Container>
  )
}
