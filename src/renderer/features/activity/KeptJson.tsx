import { Button } from '@mantine/core'
import { client } from '../../client/bridge'
import { announce } from '../../ui/announce'
import classes from './activity.module.css'

interface KeptJsonProps {
  readonly summary: string
  readonly json: string
  /** Name of the button that copies it. */
  readonly copyLabel: string
}

/** JSON as text, folded away until somebody wants it. */
export function KeptJson({ summary, json, copyLabel }: KeptJsonProps) {
  const copy = () =>
    client.shell.copyText({ text: json }).then(
      () => announce('Copied'),
      () => announce('Too long to copy. Export the activity as JSON instead.'),
    )
  return (
    <details className={classes.fold}>
      <summary>{summary}</summary>
      <Button size="compact-xs" variant="default" my={6} aria-label={copyLabel} onClick={() => void copy()}>
        Copy
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
      <pre className={classes.json} tabIndex={0}>
        {json}
      </pre>
    </details>
  )
}
