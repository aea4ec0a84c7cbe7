import type { UseFormReturnType } from '@mantine/form'
import type { PostFormValues } from './post-form-values.ts'

/** What every section of the editor takes. */
export interface PostFormProp {
  form: UseFormReturnType<PostFormValues>
}
