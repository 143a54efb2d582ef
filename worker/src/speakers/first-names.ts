/**
 * Common first names in the United States, in lowercase. Without them, a name in the built-in recognizer's lowercase
 * text could be any word.
 */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  `
  aaron abby abdul abigail abraham adam adrian adriana adrienne agnes ahmed aidan aisha al alan albert alberto alec
  alejandra alejandro alex alexa alexander alexandra alexis alfred alfredo ali alice alicia alisha alison allan allen
  allie allison alma alvin alyssa amanda amber amelia amina amir amy ana andre andrea andrei andres andrew andy angel
  angela angelica angelina angelo angie anil anita anjali ann anna anne annette annie annika anthony antoine antonio
  anya april archie aria ariana ariel arjun arlene armando arnold arthur arturo ash asher ashlee ashley ashlyn ashton
  aubrey audrey austin ava avery barb barbara barry bea beatrice beau becca becky bella ben benjamin bernadette
  bernard bernice bert beth bethany betsy betty bev beverly bianca bill billy blake bo bob bobbie bobby bonnie brad
  bradley brady brandi brandon brandy breanna bree brenda brendan brenna brent bret brett bri brian briana brianna
  bridget britney brittany brock brooke bruce bruno bryan bryant bryce bryson butch byron caitlin caleb calvin cameron
  camila camille candace candice cara carl carla carlos carly carmen carol carole caroline carolyn carrie carson
  carter casey cassandra cassie cathy cecilia cedric celeste celia cesar chad charity charlene charles charlie
  charlotte chase chelsea cheryl chester chloe chris christian christie christina christine christopher christy chuck
  cindy claire clara clarence clark claudia clayton cliff clifford clint clinton clyde cody colby cole colin colleen
  connie connor cora corey corinna corinne cory courtney craig cristina crystal curt curtis cynthia cyrus daisy dakota
  dale dallas dalton damian damon dan dana daniel daniela danielle danny dante daphne darius darla darlene darnell
  darrell darren darryl daryl dave david dawn dean deanna deb debbie deborah debra dee deirdre delia della delores
  demetrius denise dennis deon derek derrick deshawn desiree destiny devin devon diana diane diego dina dixie dolores
  dominic dominique don donald donna donnie dora doreen doris dorothy dot doug douglas drew duane duke dustin dwayne
  dwight dylan earl earlene earline ebony ed eddie edgar edith edna eduardo edward edwin eileen elaine eleanor elena
  eli elias elijah elise eliza elizabeth ella ellen ellie elliot elliott elmer eloise elsa elsie elvis emilio emily
  emma emmett enrique eric erica erick erik erika erin ernest ernesto esteban esther ethan eugene eva evan eve evelyn
  ezra faith fatima faye felicia felipe felix fern fernando finn florence floyd fran frances francesca francine
  francis francisco frank frankie franklin fred freddie frederick gabe gabriel gabriela gabrielle gail garrett garth
  gary gavin gayle gemma gene genevieve geoff george georgia gerald geraldine gerardo gilbert gina ginger ginny
  giovanni giselle gladys glen glenda glenn gloria gordon grace graham grant greg gregg gregory greta gretchen
  guadalupe guillermo gus gwen gwendolyn hailey hal haley hank hannah harold harriet harrison harry harvey hassan
  hazel heather hector heidi helen henry herb herbert herman hilary hollis holly hope horace howard hugh hugo hunter
  ian ibrahim ida ignacio ike imani ingrid irene iris irma isaac isabel isabella isaiah isla ismael ivan ivette ivy
  jace jack jackie jackson jaclyn jacob jacqueline jada jaime jake jamal james jamie jan jane janelle janet janice
  janine jared jarrod jasmin jasmine jason jasper javier javon jay jayden jean jeanette jeanne jeb jeff jeffery
  jeffrey jen jenna jennie jennifer jenny jeremiah jeremy jermaine jerome jerry jess jesse jessica jessie jesus jett
  jill jillian jim jimmy jo joan joann joanna joanne jocelyn jodi jodie jody joe joel joey johanna john johnathan
  johnny jolene jon jonah jonathan jordan jorge jose josefina joseph josh joshua josie joss joy joyce juan juana
  juanita judith judy julia julian juliana julie juliet julio june justin kaitlin kaitlyn kara karen kari karina karl
  karla kasey kate katelyn katherine kathi kathleen kathryn kathy katie katrina kay kayla kaylee kayleigh keanu keisha
  keith kelley kelli kellie kelly kelsey ken kendall kendra kenneth kenny kent kenya kermit kerry kevin kiara kim
  kimberly kip kira kirk kirsten krista kristen kristi kristin kristina kristopher kristy kurt kyle kyra lacey
  lakeisha lakisha lamar lamont lana lance larry lashonda latasha latisha latonya latoya laura lauren laurie lawrence
  leah leandro leanne lee leila leland lena leo leon leona leonard leonardo leroy leslie lester leticia levi lewis
  liam libby lidia lila lillian lily lincoln linda lindsay lindsey lionel lisa liz liza lloyd logan lois lola lonnie
  lora lorena lorenzo loretta lori lorna lorraine lou louis louise lowell luanne lucas lucia lucille lucinda lucy luis
  luke lupe lurleen luther luz lydia lyle lynette lynn mabel mack mackenzie madeline madison mae maggie malcolm malik
  mallory mandy manny manuel marc marcel marcia marco marcos marcus marcy margaret margarita margie maria mariah
  mariana marianne maribel marie mariela marilee marilyn mario marion marisa marisol marissa maritza marjorie mark
  marla marlene marlon marnie marsha marshall marta martha martin marty marvin mary mason mateo mathew matt matthew
  maura maureen maurice max maxine maxwell maya mckayla mckenna mckenzie meagan meaghan meg megan meghan mel melanie
  melinda melissa melody melvin mercedes meredith merle mia micah michael michaela micheal michele michelle mick
  miguel mikayla mike mikey mildred miles millie milton mindy miranda miriam missy misty mitch mitchell mitzi moe
  mohamed mohammed molly mona monica monique morgan morris moses muhammad muriel mya myra myrtle nadia nadine nancy
  naomi natalia natalie natasha nate nathan nathaniel neal ned neil nellie nelson nestor nevaeh nia nicholas nick
  nicky nico nicolas nicole nikita nikki nina nita noah noel noelle nolan nora norah norma norman nova octavia odell
  oliver olivia omar opal ophelia orlando oscar otis otto owen pablo paige paloma pam pamela parker pat patience
  patrice patricia patrick patsy patti pattie patty paul paula paulette paulie pauline pearl pedro peggy penelope
  penny percy perry pete peter petra peyton phil philip phillip phoebe phyllis pierre polly preston priscilla priya
  quentin quincy rachel rafael raina ralph ramon ramona randall randi randy raquel rasheed raul ravi ray raymond reba
  rebecca reese reggie regina reginald rene renee reuben rex rhoda rhonda ricardo rich richard rick ricky riley rita
  rob robbie robert roberta roberto robin robyn rocco rochelle rocky rod roderick rodney rodolfo rodrigo roger roland
  roman romeo ron ronald ronda ronnie ronny rosa rosalie rosalind rosario rose roseanne rosemary rosie ross rowan
  roxanne roxie roy royce ruben ruby rudy rufus russ russell rusty ruth ryan sabrina sadie sage sal sally salvador sam
  samantha samara samir sammy samuel sandra sandy sanjay santiago santos sara sarah sasha saul savannah scott sean
  sebastian selena selma serena sergio seth shana shane shanice shanna shannon shari sharon shaun shauna shawn shawna
  shawnda shay shayla shayne sheena sheila shelby sheldon shelia shelley shelly sheri sherman sherri sherrie sherry
  sherwin sheryl shirley sidney sierra silas silvia simon simone skylar sofia sonia sonja sonya sophia sophie spencer
  stacey stacie stacy stan stanley stefanie stella steph stephanie stephen steve steven stevie stewart stuart sue
  summer sunny susan susana susie suzanne sven sydney sylvia tabitha tad tamara tameka tami tamika tammy tamra tania
  tanisha tanner tanya tara tariq tasha tate taylor ted teresa teri terrance terrence terri terry tessa thad thaddeus
  thelma theo theodore theresa thomas tia tiffany tim timothy tina tobias tobin toby todd tom tomas tommy toni tonia
  tony tonya tori tory tracee tracey traci tracie tracy travis trent trenton trevor trey tricia trina trish tristan
  troy trudy tucker ty tyler tyrell tyrone tyson ulysses usha val valerie vanessa vera vern verna vernice vernon
  veronica vic vicente vick vicki vickie vicky victor victoria vince vincent vinny viola violet virgil virginia vivian
  vonda wade wallace wally walt walter wanda warren wayne wendell wendy wes wesley whitney wilbur wilfred will willa
  willard william willie wilma wilson winifred winston woody xander xavier xiomara yesenia yolanda yvette yvonne zach
  zachary zack zelda zoe zoey
  `
    .trim()
    .split(/\s+/),
);
