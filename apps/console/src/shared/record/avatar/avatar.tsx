import { pictureSource } from '../../../lib/api/stored-file.ts'
import { Picture } from '../../../ui/picture.tsx'
import classes from './avatar.module.css'
import { initialsOf } from './initials.ts'

interface AvatarProps {
  name: string
  /** The picture's path on the API, or its URL. */
  picture?: string | null
}

/** A person's round picture, 36 px unless --avatar is set. Shows the initials if there is none or it cannot be loaded. */
export function Avatar({ name, picture = null }: AvatarProps) {
  return (
    <span className={classes.avatar} aria-hidden="true">
      <Picture
        source={picture ? pictureSource(picture) : null}
        alt=""
        width={36}
        height={36}
        fallback={initialsOf(name)}
      />
    </span>
  )
}
