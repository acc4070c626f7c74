import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation, useParams } from 'react-router'
import { type SettingsSection, settingsSections } from '../../navigation/views'
import classes from './settings.module.css'

interface SectionProps {
  readonly id: SettingsSection
  readonly description?: string
  readonly children: ReactNode
}

/** One part of the settings. Its address scrolls to it and focuses it, so that Tab continues inside. */
export function Section({ id, description, children }: SectionProps) {
  const titleId = useId()
  const section = useRef<HTMLElement>(null)
  const isWanted = useParams().section === id
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once more, it is shown once more
  useEffect(() => {
    if (!isWanted) return
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'start' })
  }, [isWanted, key])

  return (
    <section
      ref={section}
      aria-labelledby={titleId}
      className={classes.section}
      data-section={id}
      {...(isWanted ? { tabIndex: -1 } : {})}
    >
      <Title order={2} size="h5" id={titleId}>
        {settingsSections.find((each) => each.id === id)?.title}
      </Title>
      {description !== undefined && (
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      )}
      <Stack gap="md" mt="md">
        {children}
      </Stack>
    </section>
  )
}

export function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
