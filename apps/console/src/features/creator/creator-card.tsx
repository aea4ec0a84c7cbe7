import type { Creator } from '@greenroom/contract/creator/creator.schema'
import { IconId, IconMail, IconPhone } from '@tabler/icons-react'
import { personName } from '../../lib/person-name.ts'
import { formatPhone } from '../../lib/phone.ts'
import { CardFact, CardFacts } from '../../shared/card-facts/card-facts.tsx'
import { CardGridItem } from '../../ui/card-grid.tsx'
import { CardName } from '../../ui/card-parts.tsx'

/** One creator: name, ID, e-mail and phone (CRE-02). */
export function CreatorCard({ creator }: { creator: Creator }) {
  const name = personName(creator)
  return (
    <CardGridItem padded>
      <CardName oneLine>{name}</CardName>
      <CardFacts>
        <CardFact icon={IconId} label="ID" kind="id" copyOf={name}>
          {creator._id}
        </CardFact>
        <CardFact icon={IconMail} label="Email" title={creator.email} copyOf={name}>
          {creator.email}
        </CardFact>
        <CardFact icon={IconPhone} label="Phone" kind="number" copied={creator.phone} copyOf={name}>
          {formatPhone(creator.phone)}
        </CardFact>
      </CardFacts>
    </CardGridItem>
  )
}
