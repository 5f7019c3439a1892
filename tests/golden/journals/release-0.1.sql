PRAGMA application_id = 1146374705;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE journal (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        epoch TEXT NOT NULL,
        table_id TEXT NOT NULL,
        created_at INTEGER NOT NULL
    ) STRICT;
INSERT INTO "journal" VALUES(1,'8c803bc1c48f4ac494a84e8a714563bc','golden',1796014537108);
CREATE TABLE records (
        position INTEGER PRIMARY KEY,
        decision INTEGER NOT NULL,
        at INTEGER NOT NULL,
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        hash TEXT NOT NULL
    ) STRICT;
INSERT INTO "records" VALUES(1,1,1000,'table_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"}}','c378454a9ac8e33cb5e2be3a218ce4b9dcc3e391abc99248946339cd51386cba');
INSERT INTO "records" VALUES(2,2,1000,'scanner_online',1,'{"at":1000,"scanner":"shoe"}','d9be27d296d704164f95129c9aa9741324a03c0eac5e812faa951f45df8ec9c8');
INSERT INTO "records" VALUES(3,3,1000,'shoe_loaded',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"cursors":[],"deck_verified":false,"packs":8,"primary":"shoe","rules_digest":"","scanners_online":["shoe"],"shoe":1}','b5948bb9c3dae107f9a299f81926c7b0e9135b2a933a662152302d1cb6b9c120');
INSERT INTO "records" VALUES(4,4,1000,'card_read',2,'{"at":1000,"card":"3S","drawn":"game","position":null,"read":["shoe","b1",1],"serial":null}','711491e83f6b6f22784444b1c6023addc324263421b3fd88bb0cbb3194e0027d');
INSERT INTO "records" VALUES(5,5,1000,'indicator_drawn',1,'{"at":1000,"burns":3,"card":"3S"}','28d9a755eb8bd2a5619ea53230532aeb3600f832adb3c91feed801dfc7025baf');
INSERT INTO "records" VALUES(6,6,1000,'card_read',2,'{"at":1000,"card":"KC","drawn":"game","position":null,"read":["shoe","b1",2],"serial":null}','d3298b8949b935a807fa97434a52cb9a7abd5cd26ed954ee7ffc92ca735c03d5');
INSERT INTO "records" VALUES(7,7,1000,'card_burned',1,'{"at":1000,"card":"KC","index":1,"of":3}','7cb1f1cfbb074b61a28c24fc9447d4401e9535bf052e123bde25e0766ebeb373');
INSERT INTO "records" VALUES(8,8,1000,'card_read',2,'{"at":1000,"card":"9D","drawn":"game","position":null,"read":["shoe","b1",3],"serial":null}','d1f86101fbe0677846ceea36cdc38509c40bcd0a06e5d80b4daeadf92c99ce2b');
INSERT INTO "records" VALUES(9,9,1000,'card_burned',1,'{"at":1000,"card":"9D","index":2,"of":3}','7098a7c7dd9a6d1503b737ea6725b3e6cabc63fe3086585d74966f2d2421cbba');
INSERT INTO "records" VALUES(10,10,1000,'card_read',2,'{"at":1000,"card":"AH","drawn":"game","position":null,"read":["shoe","b1",4],"serial":null}','527ea29b84f360b5d507e2d0c748c4a21914e5c1bad0db19752911831b0f2c3b');
INSERT INTO "records" VALUES(11,11,1000,'card_burned',1,'{"at":1000,"card":"AH","index":3,"of":3}','8dc5e3b39f3ae6da561e018c3581a15ef6597bd43148d648eb6d47157d039e6d');
INSERT INTO "records" VALUES(12,12,1000,'burn_completed',1,'{"at":1000}','fa4161d421ead101954f4047c0c68be802ceb58595fcc3f0d281f57f471f0cde');
INSERT INTO "records" VALUES(13,13,1000,'free_coup_started',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"coup":1}','f9f0cceb36483db2027101b846e47e869210621e0ec0d84269dd25f588b1f9d7');
INSERT INTO "records" VALUES(14,14,1000,'card_read',2,'{"at":1000,"card":"4S","drawn":"game","position":null,"read":["shoe","b1",5],"serial":null}','1697c25f6090b3718a1df94111ddc2079e2c4f7f93f4d6594399fbc650c8550a');
INSERT INTO "records" VALUES(15,15,1000,'card_dealt',1,'{"at":1000,"card":"4S","coup":1,"keyed_by":null,"position":"player_1"}','25dd84e9f95d65bc9265ae73396bc81b77600acff9aa1cdcd781cb58c669dcd5');
INSERT INTO "records" VALUES(16,16,1000,'card_read',2,'{"at":1000,"card":"2H","drawn":"game","position":null,"read":["shoe","b1",6],"serial":null}','48539bd1a1fb1962b4e5f35d1501781e9b2a93335592e3e29eb90a44f4284744');
INSERT INTO "records" VALUES(17,17,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":1,"keyed_by":null,"position":"banker_1"}','36a288cbe5b5695228c10e2bb679ea190654a45041a0f0c2fd9ef3f5d11430e7');
INSERT INTO "records" VALUES(18,18,1000,'card_read',2,'{"at":1000,"card":"5S","drawn":"game","position":null,"read":["shoe","b1",7],"serial":null}','5b4a5dc80da0c0e652e8e5ce22dd8e29a7a8305578ed396c380230a590f1ead3');
INSERT INTO "records" VALUES(19,19,1000,'card_dealt',1,'{"at":1000,"card":"5S","coup":1,"keyed_by":null,"position":"player_2"}','91c59217c758429e2dc775e9eb2ddb5a647c137879effb2b68c0bd3100e255f9');
INSERT INTO "records" VALUES(20,20,1000,'card_read',2,'{"at":1000,"card":"3H","drawn":"game","position":null,"read":["shoe","b1",8],"serial":null}','a19de573fd4a2af750314fe584851a60525b978a43a6b65395155cafc3f6a6de');
INSERT INTO "records" VALUES(21,21,1000,'card_dealt',1,'{"at":1000,"card":"3H","coup":1,"keyed_by":null,"position":"banker_2"}','d76d3ea79bc33fd99c82021db0aeb8963915378f196714c19b7ebec74421611f');
INSERT INTO "records" VALUES(22,22,1000,'coup_completed',1,'{"at":1000,"banker":["2H","3H"],"coup":1,"outcome":"player","player":["4S","5S"]}','18ec07045eaa477c8dfdf720f59a5bc0c6c818137ec5bfe36429d7e14f0bd198');
INSERT INTO "records" VALUES(23,23,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"player"}','bafc36fee15d61e33fe27af2ef639ec4c55f2607b6896d434c6d27dd1c6a781a');
INSERT INTO "records" VALUES(24,24,1000,'free_coup_ended',1,'{"at":1000,"coup":1,"outcome":"player"}','e606d34fff592c171ada3b806c6706119153613da2545b143ef9e2d685ad50c6');
INSERT INTO "records" VALUES(25,25,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":2}','bf6625181a15af3c92806e5405515adc7f2d49025b3499abea5805415c75744c');
INSERT INTO "records" VALUES(26,26,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','62e13be8e207882bed4009321ae9e6107c36f952908b5eec48368a99e8e8e5d2');
INSERT INTO "records" VALUES(27,27,1000,'card_read',2,'{"at":1000,"card":"KS","drawn":"game","position":null,"read":["shoe","b1",9],"serial":null}','4b0d52f432d3ee3b3ce29e6df99d93c83affda9c00ad74d49ac9527ad4ae690a');
INSERT INTO "records" VALUES(28,28,1000,'card_dealt',1,'{"at":1000,"card":"KS","coup":2,"keyed_by":null,"position":"player_1"}','a143c83945af53b31e970d5bf6749312b2bd1aa33d3b7fa932a40fd4e814c7c2');
INSERT INTO "records" VALUES(29,29,1000,'misread_recorded',1,'{"at":1000,"cause":"no_read","due":true,"read":["shoe","b1",10],"text":"??"}','49e9d8be94624fbfad1f8af0cdb3869a7d418c699e0863ca836284225969bfaf');
INSERT INTO "records" VALUES(30,30,1000,'hold_raised',1,'{"at":1000,"cause":"no_read","kind":"misread"}','6884d529c1c749691e6f387c5e2552c73d554068f4bf2b91a4975e5aba239fc7');
INSERT INTO "records" VALUES(31,31,1000,'card_read',2,'{"at":1000,"card":"KH","drawn":"game","position":null,"read":["shoe","b1",11],"serial":null}','2574c020f4b5e23ac3d9bbdec51d2f86715f935ed4e2da3d06afb3d62cb249ce');
INSERT INTO "records" VALUES(32,32,1000,'hold_resolved',1,'{"at":1000,"by":{"name":"table","role":"system"},"kind":"misread","reason":"","resolution":"rescan"}','c5103d6e7c5871f59dfcc729f80e4793c5843bed8dee4f8b17b63d3c787e4898');
INSERT INTO "records" VALUES(33,33,1000,'card_dealt',1,'{"at":1000,"card":"KH","coup":2,"keyed_by":null,"position":"banker_1"}','5af6aed6ecdd449ea586addf691a26bd59b3ac33971572ebc8984c7cb14fcbda');
INSERT INTO "records" VALUES(34,34,1000,'card_read',2,'{"at":1000,"card":"QS","drawn":"game","position":null,"read":["shoe","b1",12],"serial":null}','176594751f5478e21b36cdeb0f228061a0edf6eb04f305ad8b0b9a98215aa58c');
INSERT INTO "records" VALUES(35,35,1000,'card_dealt',1,'{"at":1000,"card":"QS","coup":2,"keyed_by":null,"position":"player_2"}','4fc78e195591ddb4d22b204063d07479f043e6afec918ec746d9b59a22ce41f6');
INSERT INTO "records" VALUES(36,36,1000,'card_read',2,'{"at":1000,"card":"QH","drawn":"game","position":null,"read":["shoe","b1",13],"serial":null}','74888a73beb46441714dd3b671a3bd4beb6f49d9646180c21e19b6903ba465ed');
INSERT INTO "records" VALUES(37,37,1000,'card_dealt',1,'{"at":1000,"card":"QH","coup":2,"keyed_by":null,"position":"banker_2"}','438ba25f89966fd41434d873f30b78bef375788c1babcdbf9dfebfbfb823e80a');
INSERT INTO "records" VALUES(38,38,1000,'card_read',2,'{"at":1000,"card":"2S","drawn":"game","position":null,"read":["shoe","b1",14],"serial":null}','72281bd2b0491e217532e5364d21da1e68e77f2e271e9d4c0aad588fdde34811');
INSERT INTO "records" VALUES(39,39,1000,'card_dealt',1,'{"at":1000,"card":"2S","coup":2,"keyed_by":null,"position":"player_3"}','5206d4546e7e9f47cd80810e3d3e5b38ba50fb1fe7d46c9ce91c6f50a1d4ae98');
INSERT INTO "records" VALUES(40,40,1000,'card_read',2,'{"at":1000,"card":"2H","drawn":"game","position":null,"read":["shoe","b1",15],"serial":null}','9a19de7ae816d6d3b0e7f7fb63f7b09a68d80f9534900b9004f395686a979832');
INSERT INTO "records" VALUES(41,41,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":2,"keyed_by":null,"position":"banker_3"}','7fe32e926c893a4cf42eb6563539f06d0fe7ae6a1f37de7fdf65e062981c435b');
INSERT INTO "records" VALUES(42,42,1000,'coup_completed',1,'{"at":1000,"banker":["KH","QH","2H"],"coup":2,"outcome":"tie","player":["KS","QS","2S"]}','b55465eb7343bbe3697654bb5dfb8789f91490b4c7b5f8761f6c1e9473d837e8');
INSERT INTO "records" VALUES(43,43,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"tie"}','6effcde9b6a4c2f1d7ae2b20b1e9520c8eae295741a00d68aaab2b2b49bc2911');
INSERT INTO "records" VALUES(44,44,1000,'coup_settled',1,'{"at":1000,"coup":2,"outcome":"tie"}','9ac171fe557dc943c6d12798496d09c8e67ac8333d49e65d7230a65b0efdb6aa');
INSERT INTO "records" VALUES(45,45,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":3}','1064a376f8bcb363d9b30a8616e7a8de5dbe01c1acb5a1a7478b68edb45023fa');
INSERT INTO "records" VALUES(46,46,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','a7d3627e9991edfbbed11bee43f0ebb404dce0ecffc810fd112d8461126466de');
INSERT INTO "records" VALUES(47,47,1000,'card_read',2,'{"at":1000,"card":"2H","drawn":"game","position":null,"read":["shoe","b1",16],"serial":null}','e2d6a3e57b64da977dc4e8f9dc6d95e5d0c7be6af642899ffb6ac630b06cbc5d');
INSERT INTO "records" VALUES(48,48,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":3,"keyed_by":null,"position":"player_1"}','aa90ffdd1fb0b825e204847fc5fd8d8ae0b3cfa86d9883d65a1b15809488e58b');
INSERT INTO "records" VALUES(49,49,1000,'card_read',2,'{"at":1000,"card":"4S","drawn":"game","position":null,"read":["shoe","b1",17],"serial":null}','f1df1674e4ad34b867533fae32eead32c1555e11127dc5185522b3159dc9c035');
INSERT INTO "records" VALUES(50,50,1000,'card_dealt',1,'{"at":1000,"card":"4S","coup":3,"keyed_by":null,"position":"banker_1"}','ccf88fc3b2a9d8f903b17a691b825891663f11946ab7e637729afde65bba325a');
INSERT INTO "records" VALUES(51,51,1000,'card_read',2,'{"at":1000,"card":"3H","drawn":"game","position":null,"read":["shoe","b1",18],"serial":null}','c74405da248bef1a85c138b5383b3ac93e4c2187bb45253b3a2dbfa6a4afcfbd');
INSERT INTO "records" VALUES(52,52,1000,'card_dealt',1,'{"at":1000,"card":"3H","coup":3,"keyed_by":null,"position":"player_2"}','518223a05e5b0ae04ed1bfeb87dedd7537e62da4771969284219404850653d9b');
INSERT INTO "records" VALUES(53,53,1000,'card_read',2,'{"at":1000,"card":"5S","drawn":"game","position":null,"read":["shoe","b1",19],"serial":null}','4c482d94a7eb4a994b2c5735bc25c574385944dbbcfc9cd874aab2bb95c9d1f9');
INSERT INTO "records" VALUES(54,54,1000,'card_dealt',1,'{"at":1000,"card":"5S","coup":3,"keyed_by":null,"position":"banker_2"}','1c26e2ce67609dc59836f1511d7aec5dc1a77d76cd7f19f205765264fd031511');
INSERT INTO "records" VALUES(55,55,1000,'coup_completed',1,'{"at":1000,"banker":["4S","5S"],"coup":3,"outcome":"banker","player":["2H","3H"]}','1ae15ec34277dd7f2edd57651b7559b324425cdd0dcec94a304d0e73ec6b576a');
INSERT INTO "records" VALUES(56,56,1000,'hold_raised',1,'{"at":1000,"cause":"dealer_says_player","kind":"outcome_mismatch"}','40bf85d8eb7360ea7976e11f10b7d17de8fa12f4947141b1e3f32602ac5eee36');
INSERT INTO "records" VALUES(57,57,1000,'hold_resolved',1,'{"at":1000,"by":{"name":"Sam","role":"supervisor"},"kind":"outcome_mismatch","reason":"spilled water","resolution":"correct_card"}','450548dd2b700b54f4d2a9554cdc51f67f41c43805f2cf2625c5053ee4302d07');
INSERT INTO "records" VALUES(58,58,1000,'card_corrected',1,'{"after":"6H","at":1000,"before":"3H","by":{"name":"Sam","role":"supervisor"},"position":"player_2"}','c80a96eb165057c3cf8b47a777c81ae0457a45b73d08da141ea47edf8c7c8abd');
INSERT INTO "records" VALUES(59,59,1000,'coup_completed',1,'{"at":1000,"banker":["4S","5S"],"coup":3,"outcome":"banker","player":["2H","6H"]}','dccc531c54c551d1e6b9c13cc106a743a95b938047dfe56426b59574993c99ab');
INSERT INTO "records" VALUES(60,60,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"banker"}','a20702b1448d57006a9cdb68128e7bfe24db71a2854ec125480a0b30b1b97d32');
INSERT INTO "records" VALUES(61,61,1000,'coup_settled',1,'{"at":1000,"coup":3,"outcome":"banker"}','889b5367cc148dcf958a4b444c0e3da46aaed7d7bd6d1d0c13ab2489531796d2');
INSERT INTO "records" VALUES(62,62,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":4}','ca5ca223a980fda99a218824b2977303bbd3c11856af18c3d55d628b6ee6eb8f');
INSERT INTO "records" VALUES(63,63,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','6b3b3664b5cc76532d3f12d21dce0d5b5bccc52daafd93dcd1e05ee42bb2174a');
INSERT INTO "records" VALUES(64,64,1000,'card_read',2,'{"at":1000,"card":"7C","drawn":"game","position":null,"read":["shoe","b1",20],"serial":null}','3b204debfb424a88c7cef06a49dddc52d093390062d1c6f532b3d1d29630db30');
INSERT INTO "records" VALUES(65,65,1000,'card_dealt',1,'{"at":1000,"card":"7C","coup":4,"keyed_by":null,"position":"player_1"}','0b33592d01819593d8477a16faee4d07acc9843709c8d3f57cde103ecaedb384');
INSERT INTO "records" VALUES(66,66,1000,'card_read',2,'{"at":1000,"card":"8C","drawn":"game","position":null,"read":["shoe","b1",21],"serial":null}','a5b67bdb85b18fc87aa7738b5b69a03b2e47d8dd064cb3dcaa31a3691c0b6049');
INSERT INTO "records" VALUES(67,67,1000,'card_dealt',1,'{"at":1000,"card":"8C","coup":4,"keyed_by":null,"position":"banker_1"}','b344810a46e091df7d32d9125fa8eb6f88f3d735e894ba7a018a57133b4d8e9e');
INSERT INTO "records" VALUES(68,68,1000,'reads_lost',1,'{"at":1000,"boot":"b1","first":22,"last":23,"scanner":"shoe"}','f4f3ea7dcbf04de0102b26fef587827de6ecdc7d3fb7d36805ebb678d0feb63c');
INSERT INTO "records" VALUES(69,69,1000,'hold_raised',1,'{"at":1000,"cause":"reads_missing","kind":"reads_lost"}','25ba1aaafa5e273956919f03943a130ca6d16c8ad27e3b9b89ed62bf3b61ea10');
INSERT INTO "records" VALUES(70,70,1000,'hold_resolved',1,'{"at":1000,"by":{"name":"Sam","role":"supervisor"},"kind":"reads_lost","reason":"spilled water","resolution":"void"}','13df3e3ab6077fd088a543cd56d79319a042cd2a97425b36983267a1a9eb5d3d');
INSERT INTO "records" VALUES(71,71,1000,'coup_voided',1,'{"at":1000,"by":{"name":"Sam","role":"supervisor"},"coup":4,"reason":"spilled water"}','d56161040bdf47ded657e40b8d6d30e319ec6c70103ea4b09b7fef317d6675a4');
INSERT INTO "records" VALUES(72,72,1000,'cut_card_seen',1,'{"at":1000,"by":null,"last_coup":5,"read":["shoe","b1",24]}','06b09fe669517f0b8f066b64c86cacf4519db0cc7ccce9d902ace7085b734aba');
INSERT INTO "records" VALUES(73,73,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":5}','016195ab88645abb4fe4348134e197e57811b2a926e0c2ce354d6fc1f7d72a59');
INSERT INTO "records" VALUES(74,74,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','f914b18f14dd6199a016d3f3e503da281617914547c4aeb9cdb37db76fdcdade');
INSERT INTO "records" VALUES(75,75,1000,'card_read',2,'{"at":1000,"card":"KS","drawn":"game","position":null,"read":["shoe","b1",25],"serial":null}','89e9d2de750f3b333c0dfd397457336ad90543d1c2ce4f13b445c4e4d988c05c');
INSERT INTO "records" VALUES(76,76,1000,'card_dealt',1,'{"at":1000,"card":"KS","coup":5,"keyed_by":null,"position":"player_1"}','2ca6c61d5807282c2ec11421fcfde315d7cd2ddb18f57f8a3fdbc491dce3e716');
INSERT INTO "records" VALUES(77,77,1000,'card_read',2,'{"at":1000,"card":"KH","drawn":"game","position":null,"read":["shoe","b1",26],"serial":null}','adbb8024e35aa8f6f23b84daa7d4533cf9aaec1b9a97e3c87bf89192bb0e589e');
INSERT INTO "records" VALUES(78,78,1000,'card_dealt',1,'{"at":1000,"card":"KH","coup":5,"keyed_by":null,"position":"banker_1"}','61a90ef20af119d1789acd44a0288efc0fa0a096225790e7b8a569477847f3a8');
INSERT INTO "records" VALUES(79,79,1000,'card_read',2,'{"at":1000,"card":"QS","drawn":"game","position":null,"read":["shoe","b1",27],"serial":null}','d93b9d25beb42c0ab62a5cac3042bfc815b5fc7250a3907d597750ea653b4000');
INSERT INTO "records" VALUES(80,80,1000,'card_dealt',1,'{"at":1000,"card":"QS","coup":5,"keyed_by":null,"position":"player_2"}','7878329919ffa8749ca35dec9893fd1a5eca5ef42d9c0ae4803de97782fd28f0');
INSERT INTO "records" VALUES(81,81,1000,'card_read',2,'{"at":1000,"card":"QH","drawn":"game","position":null,"read":["shoe","b1",28],"serial":null}','9e5475dfa12c927d85f06a6fbc114401bfd3dce7c6790442d59a785262a88d10');
INSERT INTO "records" VALUES(82,82,1000,'card_dealt',1,'{"at":1000,"card":"QH","coup":5,"keyed_by":null,"position":"banker_2"}','320a9d46f5687ddd5993cf98a2dd55b0eb2858896c745c867f96d387dc3b47c6');
INSERT INTO "records" VALUES(83,83,1000,'card_read',2,'{"at":1000,"card":"2S","drawn":"game","position":null,"read":["shoe","b1",29],"serial":null}','6cdc0e0c97bb4ec6ff3e5a528534bcd25be2e92b306a9a79f661265e8524dafd');
INSERT INTO "records" VALUES(84,84,1000,'card_dealt',1,'{"at":1000,"card":"2S","coup":5,"keyed_by":null,"position":"player_3"}','b93a1126d0f559635d23005b62ea8fe55f255f15efae8fb4b0963045094aa29e');
INSERT INTO "records" VALUES(85,85,1000,'card_read',2,'{"at":1000,"card":"2H","drawn":"game","position":null,"read":["shoe","b1",30],"serial":null}','684657a7c855cc56e9fd1bf1223e57a22f80449144c45fbdd4344d91c25d4e8d');
INSERT INTO "records" VALUES(86,86,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":5,"keyed_by":null,"position":"banker_3"}','7073cceb996e7367ba990dda5ad63444f1b489528027849641c154ff60393b6a');
INSERT INTO "records" VALUES(87,87,1000,'coup_completed',1,'{"at":1000,"banker":["KH","QH","2H"],"coup":5,"outcome":"tie","player":["KS","QS","2S"]}','94761614350b0d28d24acf1e34ebc3a22801a5a7980e0ea9c2848cac2b6ec695');
INSERT INTO "records" VALUES(88,88,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"tie"}','028ad5399504ff23f3eb1932d7741cdd71bcf7a31112df0fce2223df44ca7b2d');
INSERT INTO "records" VALUES(89,89,1000,'coup_settled',1,'{"at":1000,"coup":5,"outcome":"tie"}','ee64eac456bbf8159c453e4bf938e9792625d6e1b68ee409befa0c659cd74018');
INSERT INTO "records" VALUES(90,90,1000,'shoe_ended',1,'{"at":1000,"burned":4,"coups":5,"dealt":22,"discarded":0,"left":390,"shoe":1}','ca495918e7638308934575a492a9f0ffdccded5fc04d59b590dab9c0fe99fe64');
INSERT INTO "records" VALUES(91,91,1000,'shoe_removed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"reason":"","shoe":1}','d68e1f4aae717a98b40442f251610247e9fc2d0c5a20233c4c7babec729cd39d');
INSERT INTO "records" VALUES(92,92,1000,'shoe_loaded',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"cursors":[["shoe","b1",30]],"deck_verified":false,"packs":8,"primary":"shoe","rules_digest":"","scanners_online":["shoe"],"shoe":2}','9d43164dabeef2579eb3d32547a39833bc06f445a8f59fdac96d53f9373e6f63');
INSERT INTO "records" VALUES(93,93,1000,'card_read',2,'{"at":1000,"card":"2D","drawn":"game","position":null,"read":["shoe","b1",31],"serial":null}','2257eeb4f213803375c48b17f3abe8b4f1925a275cdc8626ea24776ae0541917');
INSERT INTO "records" VALUES(94,94,1000,'indicator_drawn',1,'{"at":1000,"burns":2,"card":"2D"}','59e6acf8140638a53f61629dc812ebf0faea716e8c0ec83b80151185e56b3d9d');
INSERT INTO "records" VALUES(95,95,1000,'card_read',2,'{"at":1000,"card":"KC","drawn":"game","position":null,"read":["shoe","b1",32],"serial":null}','93c2c1619a9363f3d12710fba071b50d2008f3a403b303ea57a63b8508ce5cc9');
INSERT INTO "records" VALUES(96,96,1000,'card_burned',1,'{"at":1000,"card":"KC","index":1,"of":2}','70f48f4550593b87b47b9db3adf1c2da9a2a9fa654c169e942169664f5cc44d3');
INSERT INTO "records" VALUES(97,97,1000,'card_read',2,'{"at":1000,"card":"9D","drawn":"game","position":null,"read":["shoe","b1",33],"serial":null}','523b5d25c3a242104e494dfd236f3a83b9e88d684b29a7ad88fb2e035c9e7694');
INSERT INTO "records" VALUES(98,98,1000,'card_burned',1,'{"at":1000,"card":"9D","index":2,"of":2}','fc935254c24127c0509ee68fff7052c5155b7bac33829382c88911fad2ef3e58');
INSERT INTO "records" VALUES(99,99,1000,'burn_completed',1,'{"at":1000}','e3d3a65189d6f015f3943604f421f079dd9bd2cc3e78eff0ec4c5b2c7e7f7c83');
INSERT INTO "records" VALUES(100,100,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":1}','31b4be9b3b7278fe3c2597df66723980821ca0bbc857eef75fb03b5511c44f1a');
INSERT INTO "records" VALUES(101,101,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','4badc37557e6d02351d5708f05fe9ca30518606c4a45911c82456483b062d868');
INSERT INTO "records" VALUES(102,102,1000,'card_read',2,'{"at":1000,"card":"7C","drawn":"game","position":null,"read":["shoe","b1",34],"serial":null}','f99de5a1e7b78e5e9bfc2d1bbf3b2d862279363d07bc2511a6b211666d4215dd');
INSERT INTO "records" VALUES(103,103,1000,'card_dealt',1,'{"at":1000,"card":"7C","coup":1,"keyed_by":null,"position":"player_1"}','ba52f0524b59902750eab9cdead43f2a9c2f68e2a6ac676b152a224a1282153c');
INSERT INTO "records" VALUES(104,104,1000,'card_read',2,'{"at":1000,"card":"8C","drawn":"game","position":null,"read":["shoe","b1",35],"serial":null}','9fb4442e67c99e35ee7547fd0b28ac3fbe546076c8ef1040f6b2b9f54837929d');
INSERT INTO "records" VALUES(105,105,1000,'card_dealt',1,'{"at":1000,"card":"8C","coup":1,"keyed_by":null,"position":"banker_1"}','f31100da6b4483da16b0c6b259a2a4d1e12b7ae3152f2a7b2636e4d64f99280c');
INSERT INTO "records" VALUES(106,106,1000,'card_read',2,'{"at":1000,"card":"9C","drawn":"game","position":null,"read":["shoe","b1",36],"serial":null}','b0c581ecce0e58e82ab580cd99c1124b90f05d7de6b76b1423e8ad96275146bb');
INSERT INTO "records" VALUES(107,107,1000,'card_dealt',1,'{"at":1000,"card":"9C","coup":1,"keyed_by":null,"position":"player_2"}','80a2b0a0020dcde634f724af100b4dbc23574e71abb296c5fbbe56484cadd983');
CREATE INDEX shoes ON records (position) WHERE name = 'shoe_loaded';
CREATE TRIGGER journal_stays BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER journal_remains BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER records_stay BEFORE UPDATE ON records BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER records_remain BEFORE DELETE ON records BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER records_follow BEFORE INSERT ON records
        WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM records)
        BEGIN SELECT RAISE(ABORT, 'a record goes behind the last one'); END;
COMMIT;
