import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { IconArrowRight, IconCube, IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { mutationOptionsFor } from '../../client/queries'
import { useEnvironments } from '../../client/workspace'
import { BusyButton } from '../../ui/BusyButton'
import { isStillAt } from '../../ui/current-location'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { environmentIdentity } from '../../ui/environment-identity'
import { usePainted } from '../../ui/use-painted'
import classes from './first-start.module.css'
import { firstStartTexts } from './first-start-words'

/** After the last workspace is removed: its data is still here, so not a first start. */
function KeptSetup() {
  const kept = useEnvironments().environments.filter(
    ({ baseAddress, name }) => baseAddress !== null && name !== 'sandbox',
  )
  if (kept.length === 0) return null
  const names = kept.map(({ name }) => environmentIdentity[name].label).join(' and ')
  return (
    <Text size="sm" role="note">
      No workspace is open. The settings and synced data of {names} are still on this computer. See{' '}
      <Anchor component={Link} to="/settings" inherit>
        Settings
      </Anchor>
      .
    </Text>
  )
}

export function FirstStart() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { mutate, isPending, error } = useMutation({
    ...mutationOptionsFor('environments', 'exploreSandbox'),
    // The views are there before the answer, and the person may have opened another one.
    onSuccess: () => (isStillAt(pathname) ? navigate('/insights') : undefined),
  })
  const explore = () => mutate({})
  usePainted('first-start', 0)

  return (
    <div className={classes.page}>
      <Stack gap={20} w="100%" maw={760}>
        <Text size="sm" fw={500} c="var(--mantine-color-anchor)">
          Discovery Desk
        </Text>
        <Title order={1} className={classes.title}>
          Know what your customers need, and why you believe it
        </Title>
        <Text size="lg" c="dimmed" maw={560}>
          {firstStartTexts.whatItDoes}
        </Text>
        <KeptSetup />
        <div className={classes.ways}>
          <section className={classes.choice} data-environment="sandbox" aria-labelledby="way-sandbox">
            <IconCube size={28} className={classes.icon} aria-hidden />
            <Title order={2} size="h4" id="way-sandbox">
              Take a look first
            </Title>
            <Text size="sm" c="dimmed" flex={1} mb={8}>
              {firstStartTexts.sandbox}
            </Text>
            <BusyButton
              isBusy={isPending}
              rightSection={<IconArrowRight size={16} aria-hidden />}
              onClick={explore}
              fullWidth
            >
              Explore the sandbox
            </BusyButton>
          </section>
          <section className={classes.choice} aria-labelledby="way-connect">
            <IconPlugConnected size={28} className={classes.icon} aria-hidden />
            <Title order={2} size="h4" id="way-connect">
              Connect your workspace
            </Title>
            <Text size="sm" c="dimmed" flex={1} mb={8}>
              {firstStartTexts.whatYouNeed}
            </Text>
            <Button variant="default" onClick={() => navigate('/connect')} fullWidth>
              Connect a workspace…
            </Button>
          </section>
        </div>
        {error && <ErrorNotice error={error} onRetry={explore} />}
      </Stack>
    </div>
  )
}
