import classes from './skeleton.module.css'

interface SkeletonProps {
  /** A CSS length. */
  width?: string
  /** Pixels, or a CSS length. */
  height?: number | string
}

/** A grey block in place of loading content. */
export function Skeleton({ width = '100%', height = 12 }: SkeletonProps) {
  return <span className={classes.block} style={{ width, height }} />
}
