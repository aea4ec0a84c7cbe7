import type { Creator } from '@greenroom/contract/creator/creator.schema'
import { IconId, IconMail, IconPhone } from '@tabler/icons-react'
import { personName } from '../../lib/person-name.ts'
import { formatPhone } from '../../lib/phone.ts'
import { CardFact, CardFacts, FactCopy } from '../../shared/card-facts/card-facts.tsx'
import { CardGridItem } from '../../ui/card-grid.tsx'
import { CardName } from '../../ui/card-parts.tsx'

/** One creator: name, ID, e-mail and phone (CRE-02). */
export function CreatorCard({ creator }: { creator: Creator }) {
  const name = personName(creator)
  return (
    <CardGridItem padded>
      <CardName oneLine>{name}</CardName>
      <CardFacts>
        <CardFact
          icon={<IconId size={15} stroke={1.5} aria-hidden="true" />}
          label="ID"
          kind="id"
          actions={<FactCopy value={creator._id} what="ID" of={name} />}
        >
          {creator._id}
        </CardFact>
        <CardFact
          icon={<IconMail size={15} stroke={1.5} aria-hidden="true" />}
          label="Email"
          title={creator.email}
          actions={<FactCopy value={creator.email} what="Email" of={name} />}
        >
          {creator.email}
        </CardFact>
        <CardFact
          icon={<IconPhone size={15} stroke={1.5} aria-hidden="true" />}
          label="Phone"
          kind="number"
          actions={<FactCopy value={creator.phone} what="Phone" of={name} />}
        >
          {formatPhone(creator.phone)}
        </CardFact>
      </CardFacts>
    </CardGridItem>
  )
}
