import classes from './help.module.css'

/** A long text in its own scroll area, which the keyboard can scroll too. */
export function PlainText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with Tab
    <section aria-label={label} tabIndex={0} className={classes.scrolls}>
      <pre className={classes.plain}>{text}</pre>
    </section>
  )
}
