/** Keeps menus and links from navigating away from an open dialog: what is typed in a dialog is not saved. */
export interface ModalGuard {
  /** Whether a dialog is open, as the renderer reports it. Set to false too when the renderer is gone. */
  setOpen(isOpen: boolean): void
  /** Wraps work that is skipped while a dialog is open. Menu items are disabled then, but a key may come before that. */
  guard<Input>(work: (input: Input) => unknown): (input: Input) => void
  whenDialogsClosed(): Promise<void>
}

export interface ModalGuardDeps {
  readonly onChange: (isOpen: boolean) => void
  /** Called when `whenDialogsClosed` has to wait. */
  readonly onWait: () => void
}

export function createModalGuard({ onChange, onWait }: ModalGuardDeps): ModalGuard {
  let isOpen = false
  let waiters: readonly (() => void)[] = []
  return {
    setOpen(next) {
      if (next === isOpen) return
      isOpen = next
      onChange(next)
      if (next) return
      const released = waiters
      waiters = []
      for (const resolve of released) resolve()
    },
    guard: (work) => (input) => {
      if (!isOpen) work(input)
    },
    async whenDialogsClosed() {
      if (isOpen) onWait()
      // Another dialog may open in the same turn as the first one closes.
      while (isOpen) await new Promise<void>((resolve) => (waiters = [...waiters, resolve]))
    },
  }
}
