import { TextMember } from '../documentation/members.js';

export class CreateProjectBody {
  @TextMember({ description: 'The project’s name.', maxLength: 128, example: 'Registry of Examples' })
  name!: string;
}
