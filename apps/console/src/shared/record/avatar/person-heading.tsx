import { CardName } from '../../../ui/card-parts.tsx'
import { Avatar } from './avatar.tsx'

/** The name of a person with the avatar before it: the heading of a card. */
export function PersonHeading({ name }: { name: string }) {
  return (
    <div className="gr-row">
      <Avatar name={name} />
      <CardName oneLine>{name}</CardName>
    </div>
  )
}
