import classes from './share-bar.module.css'

/** A thin bar as wide as its parent. @param share what is filled, from 0 to 1 */
export function ShareBar({ share }: { share: number }) {
  return (
    <div className={classes.bar} aria-hidden="true">
      <span style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
    </div>
  )
}
