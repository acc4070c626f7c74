import { useEnvironment, useWorkspace } from '../client/workspace'
import { environmentIdentity } from '../ui/environment-identity'
import classes from './deletion.module.css'

/** The environment of a change, so that nobody mistakes production for anything else. */
export function ChangePlace() {
  const { name } = useEnvironment()
  const workspace = useWorkspace()
  const { label, Icon } = environmentIdentity[name]
  return (
    <p className={classes.place} data-environment={name}>
      <span className={classes.environment}>
        <Icon size={14} stroke={1.8} aria-hidden /> {label}
      </span>
      <span className={classes.workspace} dir="auto">
        {workspace.name}
      </span>
    </p>
  )
}
