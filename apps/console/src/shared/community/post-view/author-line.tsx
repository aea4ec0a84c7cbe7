import type { ReactNode } from 'react'
import { useSession } from '../../../lib/api/current-session.ts'
import { formatCardTime } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { PersonLink } from '../../people/person-link/person-link.tsx'
import { Avatar } from '../../record/avatar/avatar.tsx'
import classes from './post-view.module.css'
import { memberName, postViewMessages } from './post-view-messages.ts'

interface AuthorLineProps {
  person: {
    _id?: string
    first_name: string
    last_name: string
    profile_picture?: string | null
    memberships?: { is_opc: boolean }
  }
  /** Level of the heading with the name: 2 in a list, 3 under a title. */
  headingLevel?: 2 | 3
  /** When it was written, ISO 8601. */
  at?: string
  /** After the time. */
  note?: string
  /** At the right end, for instance the post's ID. */
  aside?: ReactNode
  /** Whether the name leads to the person; false in a preview. */
  isLinked?: boolean
}

/** Who wrote something: picture, name, badge and time. */
export function AuthorLine({
  person,
  headingLevel = 2,
  at,
  note = '',
  aside,
  isLinked = true,
}: AuthorLineProps) {
  const name = memberName(person)
  const session = useSession()
  // The provider's own posts are not a member's.
  const isMember = isLinked && session !== undefined && session.admin_post_user_id !== person._id
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <div className={classes.head}>
      <Avatar name={name} picture={person.profile_picture ?? null} />
      <div className="gr-grow">
        <div className={classes.nameLine}>
          <Heading className={classes.name} title={name}>
            <PersonLink person={isMember ? (person._id ?? null) : null}>{name}</PersonLink>
          </Heading>
          {person.memberships?.is_opc && <Badge>{postViewMessages.opc}</Badge>}
        </div>
        {at !== undefined && (
          <p className={classes.when}>
            <time dateTime={at}>{formatCardTime(at)}</time>
            {note !== '' && <span className={classes.note}>{note}</span>}
          </p>
        )}
      </div>
      {aside && <div className={classes.aside}>{aside}</div>}
    </div>
  )
}
