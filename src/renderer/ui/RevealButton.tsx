import { Button } from '@mantine/core'

interface RevealButtonProps {
  readonly isRevealed: boolean
  readonly onReveal: () => void
  readonly onHide: () => void
}

/** One button for both ways, so that the focus stays on it: what was looked at can be put away again at once. */
export function RevealButton({ isRevealed, onReveal, onHide }: RevealButtonProps) {
  return (
    <Button size="compact-sm" variant="default" onClick={isRevealed ? onHide : onReveal}>
      {isRevealed ? 'Hide' : 'Reveal'}
    </Button>
  )
}
