type Ending = 'handed_over' | 'printed' | 'waiting' | 'received' | 'returned' | 'rejected';

export type DemoCandidate = { name: string; native: string; ending: Ending };

const endings: Record<string, Ending> = {
  H: 'handed_over',
  P: 'printed',
  W: 'waiting',
  N: 'received',
  T: 'returned',
  R: 'rejected',
};

/** Oldest first. Twelve of forty are not verified: the donut stands at 30 / 70. */
const fates = 'HHHHRHHHHHHRHHHPPPRPPPPPWRWWWRNWNTWNTWNT';

const names = `
Aarav Sharma|ಆರವ್ ಶರ್ಮಾ
Priya Nair|ಪ್ರಿಯಾ ನಾಯರ್
Rahul Patil|ರಾಹುಲ್ ಪಾಟೀಲ್
Ananya Rao|ಅನನ್ಯಾ ರಾವ್
Vikram Singh|विक्रम सिंह
Sneha Kulkarni|ಸ್ನೇಹಾ ಕುಲಕರ್ಣಿ
Arjun Gowda|ಅರ್ಜುನ್ ಗೌಡ
Kavya Hegde|ಕಾವ್ಯಾ ಹೆಗಡೆ
Rohan Desai|रोहन देसाई
Divya Shetty|ದಿವ್ಯಾ ಶೆಟ್ಟಿ
Aditya Joshi|आदित्य जोशी
Meera Iyer|ಮೀರಾ ಅಯ್ಯರ್
Karthik Bhat|ಕಾರ್ತಿಕ್ ಭಟ್
Lakshmi Devi|ಲಕ್ಷ್ಮೀ ದೇವಿ
Suresh Naik|ಸುರೇಶ್ ನಾಯಕ್
Pooja Mehta|पूजा मेहता
Sanjay Reddy|ಸಂಜಯ್ ರೆಡ್ಡಿ
Nisha Pillai|ನಿಶಾ ಪಿಳ್ಳೈ
Manoj Kumar|मनोज कुमार
Deepa Murthy|ದೀಪಾ ಮೂರ್ತಿ
Ramesh Achar|ರಮೇಶ್ ಆಚಾರ್
Anjali Verma|अंजलि वर्मा
Vijay Kamath|ವಿಜಯ್ ಕಾಮತ್
Swati Deshpande|ಸ್ವಾತಿ ದೇಶಪಾಂಡೆ
Ganesh Prabhu|ಗಣೇಶ್ ಪ್ರಭು
Ritu Agarwal|रितु अग्रवाल
Mahesh Kumar|ಮಹೇಶ್ ಕುಮಾರ್
Sunita Yadav|सुनीता यादव
Rajesh Pai|ರಾಜೇಶ್ ಪೈ
Geetha Ramesh|ಗೀತಾ ರಮೇಶ್
Imran Khan|
Fatima Begum|
Joseph Fernandes|
Mary Thomas|
Harpreet Kaur|
Tenzin Dolma|
Zoya Ahmed|
Xavier Lobo|
Yashas Urs|ಯಶಸ್ ಅರಸ್
Chandrika Basavaraj|ಚಂದ್ರಿಕಾ ಬಸವರಾಜ್
`;

/** Forty people and what becomes of their applications. */
export const demoCandidates: DemoCandidate[] = names
  .trim()
  .split('\n')
  .map((line, index) => {
    const [name = '', native = ''] = line.split('|');
    return { name, native, ending: endings[fates[index]!]! };
  });
