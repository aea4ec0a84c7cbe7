import { Link, type LinkProps } from '@tanstack/react-router'
import parts from '../../../ui/card-parts.module.css'
import { CardName } from '../../../ui/card-parts.tsx'
import { Avatar } from './avatar.tsx'

interface PersonHeadingProps {
  name: string
  /** What the name leads to. It is then shown whole, in two lines if it must. */
  link?: LinkProps
}

/** The name of a person with the avatar before it: the heading of a card. */
export function PersonHeading({ name, link }: PersonHeadingProps) {
  return (
    <div className="gr-row">
      <Avatar name={name} />
      {link ? (
        <h2 className={parts.name}>
          <Link {...link} className="gr-underline">
            {name}
          </Link>
        </h2>
      ) : (
        <CardName oneLine>{name}</CardName>
      )}
    </div>
  )
}
