import { useState } from 'react'
import { fileAddress } from '../../lib/api/stored-file.ts'
import classes from './avatar.module.css'
import { initialsOf } from './initials.ts'

interface AvatarProps {
  name: string
  /** The picture's path on the API, or its URL. */
  picture?: string | null
}

/** A person's round picture, 36 px. Shows the initials if there is none or it cannot be loaded. */
export function Avatar({ name, picture = null }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <span className={classes.avatar} aria-hidden="true">
      {picture === null || picture === '' || picture === failed ? (
        initialsOf(name)
      ) : (
        <img
          src={fileAddress(picture)}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(picture)}
        />
      )}
    </span>
  )
}
