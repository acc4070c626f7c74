// Commands that buttons of the view offer to the palette while they are on screen.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Binding } from './every-key'
import { createStore } from './store'

export interface ViewCommand {
  /** Outlives its words: the palette keeps the ids of what was used lately. */
  readonly id: string
  /** What it is done with. */
  readonly of: 'view' | 'selection' | 'record'
  readonly label: string
  /** What else a person may call it. */
  readonly alsoCalled: string
  /** The key that does the same. */
  readonly binding?: Binding
  readonly run: () => void
}

const commands = createStore<readonly ViewCommand[]>([])

/** Offers a command for as long as the component is on screen; null: none just now. */
export function useViewCommand(command: ViewCommand | null): void {
  const run = useEffectEvent(() => command?.run())
  const { id, of = 'view', label = '', alsoCalled = '', binding } = command ?? {}
  useEffect(() => {
    if (id === undefined) return
    const offered = { id, of, label, alsoCalled, ...(binding && { binding }), run: () => run() }
    commands.set([...commands.get(), offered])
    return () => commands.set(commands.get().filter((other) => other !== offered))
  }, [id, of, label, alsoCalled, binding])
}

/** Opens what the button opens. The button has the focus first, to get it back later: the palette is gone by then. */
export const openFrom = (button: RefObject<HTMLElement | null>, open: () => void) => () => {
  button.current?.focus()
  open()
}

export const useViewCommands = (): readonly ViewCommand[] => commands.use()
