import classes from './InsightsView.module.css'

const lines = ['58%', '71%', '46%', '64%', '52%', '75%', '49%', '60%']

/** The shape of the list while the workspace is read for the first time. */
export function FirstRead({ name }: { readonly name: string }) {
  return (
    <div className={classes.firstRead} role="status">
      <p>Loading {name} for the first time…</p>
      {lines.map((width) => (
        <div key={width} className={classes.firstReadRow} aria-hidden>
          <span style={{ width }} />
        </div>
      ))}
    </div>
  )
}
