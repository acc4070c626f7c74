import { Button, Group, Loader, NativeSelect, Text, Title } from '@mantine/core'
import {
  IconAlertCircle,
  IconCheck,
  IconCircleCheck,
  IconCircleMinus,
  IconCopy,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { CheckStep, ConnectionCheck } from '../../../contract/features/network'
import { EnvironmentName } from '../../../contract/workspace'
import { useEnvironments } from '../../client/workspace'
import { useCopy } from '../../ui/copy-text'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { environmentIdentity } from '../../ui/environment-identity'
import classes from './settings.module.css'
import { checkText, resultText, settingsTexts, stateLabels, stepLabels } from './settings-words'
import { useConnectionCheck } from './use-connection-check'

const icons = {
  running: null,
  passed: IconCircleCheck,
  noted: IconInfoCircle,
  stopped: IconAlertCircle,
  skipped: IconCircleMinus,
} as const

function Step({ step: { name, state, tried, came, ask, details } }: { readonly step: CheckStep }) {
  const Icon = icons[state]
  const item = useRef<HTMLLIElement>(null)
  // Scrolls with the check, to the step where it stops.
  useEffect(() => {
    if (state === 'running' || state === 'stopped') item.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  return (
    <li
      ref={item}
      className={classes.step}
      data-state={state}
      aria-label={`${stepLabels[name]}: ${stateLabels[state]}`}
    >
      <span className={classes.stepIcon}>
        {Icon === null ? <Loader size={16} aria-hidden /> : <Icon size={18} aria-hidden />}
      </span>
      <div>
        <Group gap={8} justify="space-between" wrap="nowrap">
          <Text size="sm" fw={500}>
            {stepLabels[name]}
          </Text>
          <Text size="xs" className={classes.stepState}>
            {stateLabels[state]}
          </Text>
        </Group>
        {/* Until the step has ended, this is all there is. */}
        <Text size="sm" className={classes.stepCame}>
          {state === 'running' ? tried : came}
        </Text>
        {details.length > 0 && (
          <ul className={classes.stepDetails}>
            {details.map((detail) => (
              <li key={detail} dir="auto">
                {detail}
              </li>
            ))}
          </ul>
        )}
        {ask !== null && (
          <Text size="sm" mt={4} className={classes.stepAsk}>
            {ask}
          </Text>
        )}
      </div>
    </li>
  )
}

function CopyResult({ check }: { readonly check: ConnectionCheck }) {
  const { isCopied, copy } = useCopy()
  return (
    <Button
      variant="default"
      leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      onClick={() => copy(checkText(check, new Date().toISOString()))}
    >
      Copy result
    </Button>
  )
}

/** Checks the connection step by step, and tells where it stops and whom to ask. */
export function ConnectionDoctor() {
  const titleId = useId()
  const { environments, active } = useEnvironments()
  const connected = EnvironmentName.options.filter((name) =>
    environments.some((each) => each.name === name && each.workspaces.length > 0),
  )
  const [chosen, setChosen] = useState<EnvironmentName | null>(active?.environment ?? null)
  const environment = chosen !== null && connected.includes(chosen) ? chosen : connected[0]
  const { isRunning, steps, check, error, start, cancel } = useConnectionCheck()
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="h6" id={titleId}>
        Connection doctor
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {settingsTexts.doctor}
      </Text>
      {environment === undefined ? (
        <Text size="sm">{settingsTexts.connectFirst}</Text>
      ) : (
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label="Environment to check"
            data={connected.map((value) => ({ value, label: environmentIdentity[value].label }))}
            value={environment}
            disabled={isRunning}
            onChange={(event) => setChosen(event.currentTarget.value as EnvironmentName)}
          />
          {/* A single button, so that the focus stays in place. */}
          <Button
            variant={isRunning ? 'default' : 'filled'}
            onClick={() => (isRunning ? cancel() : start(environment))}
          >
            {isRunning ? 'Cancel check' : 'Run connection doctor'}
          </Button>
          {check && <CopyResult check={check} />}
        </Group>
      )}
      {error && <ErrorNotice mt={12} error={error} />}
      {steps.length > 0 && (
        <div className={classes.check}>
          {check && (
            <Text size="sm" fw={500} mb={4}>
              {resultText(check)}{' '}
              <Text span size="sm" c="dimmed" fw={400} dir="auto">
                {check.subject}
              </Text>
            </Text>
          )}
          <ol aria-label="Steps" className={classes.steps}>
            {steps.map((step) => (
              <Step key={step.name} step={step} />
            ))}
          </ol>
        </div>
      )}
    </section>
  )
}
