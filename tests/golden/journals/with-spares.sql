PRAGMA application_id = 1146374705;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE journal (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        epoch TEXT NOT NULL,
        table_id TEXT NOT NULL,
        created_at INTEGER NOT NULL
    ) STRICT;
INSERT INTO "journal" VALUES(1,'7284e75afca74c948f78afe250d8427b','golden',1796016562113);
CREATE TABLE records (
        position INTEGER PRIMARY KEY,
        decision INTEGER NOT NULL,
        at INTEGER NOT NULL,
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        hash TEXT NOT NULL
    ) STRICT;
INSERT INTO "records" VALUES(1,1,1000,'table_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"}}','0a37ec0b5db07d1f32f9b8508a7b53765f998aac655ffb7f3ba62e493162f571');
INSERT INTO "records" VALUES(2,2,1000,'scanner_online',1,'{"at":1000,"scanner":"shoe"}','f96353e2e6049ddb81ae0a946acc7d3aa1f2d609e848102190db77918cef45b4');
INSERT INTO "records" VALUES(3,3,1000,'shoe_loaded',2,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"cursors":[],"deck_verified":false,"packs":8,"primary":"shoe","rules_digest":"","scanners_online":["shoe"],"shoe":1}','8db28592908e14914cf159f2bacbfd70114ebf2deddf9cb09ab5f66dc40e941b');
INSERT INTO "records" VALUES(4,4,1000,'card_read',2,'{"at":1000,"card":"3S","drawn":"game","position":null,"read":["shoe","b1",1],"serial":null}','a27d3699a5518b246b7564af064729e1bb1d4ec79b578747fceed0256322f045');
INSERT INTO "records" VALUES(5,5,1000,'indicator_drawn',1,'{"at":1000,"burns":3,"card":"3S"}','010f9bbee3f23c38212c2dcd56270473f2bd7677fb8b9b06fbf72bb61167e07a');
INSERT INTO "records" VALUES(6,6,1000,'card_read',2,'{"at":1000,"card":"KC","drawn":"game","position":null,"read":["shoe","b1",2],"serial":null}','a3729a5f982910a36371031455b1af95d08732cec40597c3f3459052b9229064');
INSERT INTO "records" VALUES(7,7,1000,'card_burned',1,'{"at":1000,"card":"KC","index":1,"of":3}','80cf17785759f8ca78f108020782c0df091e34b75a716c6416dc07bd20b71f52');
INSERT INTO "records" VALUES(8,8,1000,'card_read',2,'{"at":1000,"card":"9D","drawn":"game","position":null,"read":["shoe","b1",3],"serial":null}','d28c66281525d1dcf54ede39d0d3a324665f1d720833c7797142a6df1c556b8e');
INSERT INTO "records" VALUES(9,9,1000,'card_burned',1,'{"at":1000,"card":"9D","index":2,"of":3}','5f4f8f22191c697f0f4e57a3facb0cf198da3185881a8729c99b0a53e04cd2e4');
INSERT INTO "records" VALUES(10,10,1000,'card_read',2,'{"at":1000,"card":"AH","drawn":"game","position":null,"read":["shoe","b1",4],"serial":null}','b5c020708b89f39ca370558d5c200b497b6bc2c7f2c24603479cc3b417bfbdfa');
INSERT INTO "records" VALUES(11,11,1000,'card_burned',1,'{"at":1000,"card":"AH","index":3,"of":3}','35c8d30b89da441926359c5ea30491b80a9dcdbe52d31bfcd7cda18421bdadad');
INSERT INTO "records" VALUES(12,12,1000,'burn_completed',1,'{"at":1000}','ec61ea247c8d92dfea6676305e6e5a9c89dc621855ad7d16e04330d1ec324e90');
INSERT INTO "records" VALUES(13,13,1000,'free_coup_started',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"coup":1}','a6d572ba9fd110815a0c1ba06e924765e51d64d92789fc8598754863c3c559bb');
INSERT INTO "records" VALUES(14,14,1000,'card_read',2,'{"at":1000,"card":"4S","drawn":"game","position":null,"read":["shoe","b1",5],"serial":null}','b76aa18bc6bcf062ae2e25a9357ded3ea14af560b5e7c827d9550948c0d7c40c');
INSERT INTO "records" VALUES(15,15,1000,'card_dealt',1,'{"at":1000,"card":"4S","coup":1,"keyed_by":null,"position":"player_1"}','0a0e6ad6fe2f2e6a14f62b4b0ac6797d091c302d9dc9a2d6efe720c1187b4d4c');
INSERT INTO "records" VALUES(16,16,1000,'card_read',2,'{"at":1000,"card":"2H","drawn":"game","position":null,"read":["shoe","b1",6],"serial":null}','206ad7c0de3e970cf92312169cbe7269aa86eb07547ed7f49a184d6bffc2d230');
INSERT INTO "records" VALUES(17,17,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":1,"keyed_by":null,"position":"banker_1"}','c9aad1187ca12889faf738657b901aba856f1df21f0772252b456efcb0135714');
INSERT INTO "records" VALUES(18,18,1000,'card_read',2,'{"at":1000,"card":"5S","drawn":"game","position":null,"read":["shoe","b1",7],"serial":null}','9d2a8e409761cee54570698f9df972cb3111bd04d168c6ca97bb404bdcd817a6');
INSERT INTO "records" VALUES(19,19,1000,'card_dealt',1,'{"at":1000,"card":"5S","coup":1,"keyed_by":null,"position":"player_2"}','ea46608826af0db25276df1f0eb539b356246fb2fa4f77e73f59efe5db70b62b');
INSERT INTO "records" VALUES(20,20,1000,'card_read',2,'{"at":1000,"card":"3H","drawn":"game","position":null,"read":["shoe","b1",8],"serial":null}','fa6705c3539bf1e0217fc8fa1a5ca21411ad2b4f4def845b749e9e387f2289ad');
INSERT INTO "records" VALUES(21,21,1000,'card_dealt',1,'{"at":1000,"card":"3H","coup":1,"keyed_by":null,"position":"banker_2"}','3254886a3f827cabd82962927df20d85666c33ac8718a3fa0b17c745ea83130b');
INSERT INTO "records" VALUES(22,22,1000,'coup_completed',1,'{"at":1000,"banker":["2H","3H"],"coup":1,"outcome":"player","player":["4S","5S"]}','663dedb70414a0e2b1924c3fb4180f8b3dec2c690e94fbaa9e7da5bfddb65751');
INSERT INTO "records" VALUES(23,23,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"player"}','6a0b7f320c8b1543ab47ca09783f7cfa30449ad123c45a40a9a9ae8490c7bb51');
INSERT INTO "records" VALUES(24,24,1000,'free_coup_ended',1,'{"at":1000,"coup":1,"outcome":"player"}','c04c79b5fcb406d60662d9678e9703df8f3e6b9289ef9571b43edf405e185104');
INSERT INTO "records" VALUES(25,25,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":2}','f2ce848c13cdda57cce1f1d5aba730c9e6b955a9ea0f3baac4a48a1c37f799c0');
INSERT INTO "records" VALUES(26,26,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','dbce8583f962e8c671b6be262a1eba604f74a7d8f5b7aaa3196d29c56d43f5ce');
INSERT INTO "records" VALUES(27,27,1000,'card_read',2,'{"at":1000,"card":"KS","drawn":"game","position":null,"read":["shoe","b1",9],"serial":null}','b5b2166e800bd6133b00354f3de0102f83962321654fa9ef1655f470ba7e1164');
INSERT INTO "records" VALUES(28,28,1000,'card_dealt',1,'{"at":1000,"card":"KS","coup":2,"keyed_by":null,"position":"player_1"}','9b050b07414d1994a632435c996c0cdbc105edc5d86d013cb42660a04103e2bf');
INSERT INTO "records" VALUES(29,29,1000,'misread_recorded',1,'{"at":1000,"cause":"no_read","due":true,"read":["shoe","b1",10],"text":"??"}','7153800ade43dfb37dd17d1e16fcf58b1c803ca5cbc1679ed1ec115877a36329');
INSERT INTO "records" VALUES(30,30,1000,'hold_raised',1,'{"at":1000,"cause":"no_read","kind":"misread"}','b49aeaeff141079f5a60f12ced2fd2d8924e269cbae960136b34ff2c3d14b94b');
INSERT INTO "records" VALUES(31,31,1000,'card_read',2,'{"at":1000,"card":"KH","drawn":"game","position":null,"read":["shoe","b1",11],"serial":null}','e00b03ccb69e43a01166e2686bbf2cc72a7aa3eed01fac50c4680db91f9c8e6f');
INSERT INTO "records" VALUES(32,32,1000,'hold_resolved',1,'{"at":1000,"by":{"name":"table","role":"system"},"kind":"misread","reason":"","resolution":"rescan"}','d78fab0be04c322896868860689bc93387119c859c3e29d9f7b82b3dd639c689');
INSERT INTO "records" VALUES(33,33,1000,'card_dealt',1,'{"at":1000,"card":"KH","coup":2,"keyed_by":null,"position":"banker_1"}','f542f73505cc70fbb5c32ddd5948f5ed2d89651175fc80a8bdefe4bed04a47f3');
INSERT INTO "records" VALUES(34,34,1000,'card_read',2,'{"at":1000,"card":"QS","drawn":"game","position":null,"read":["shoe","b1",12],"serial":null}','15f6ac1dea77d9db8cf3ced43e7bc92433e643c31b98b759dc113d82e79e9fe0');
INSERT INTO "records" VALUES(35,35,1000,'card_dealt',1,'{"at":1000,"card":"QS","coup":2,"keyed_by":null,"position":"player_2"}','acb5f9f068b301ae820bced22e63df9896a3bebf81ea470f34ca6bffb40f5aee');
INSERT INTO "records" VALUES(36,36,1000,'card_read',2,'{"at":1000,"card":"QH","drawn":"game","position":null,"read":["shoe","b1",13],"serial":null}','3168cef8d95aacce664507acc72aefd6bdc3f6ef958ce53803af75c481bb01e3');
INSERT INTO "records" VALUES(37,37,1000,'card_dealt',1,'{"at":1000,"card":"QH","coup":2,"keyed_by":null,"position":"banker_2"}','8009691f4e81267fc31f2fc7aa9aee90412004e2d85b460452a0d34c3cf8143c');
INSERT INTO "records" VALUES(38,38,1000,'card_read',2,'{"at":1000,"card":"2S","drawn":"game","position":null,"read":["shoe","b1",14],"serial":null}','4f11573a40386c33200ad8534257b954f806783df950a03b827919e46a809378');
INSERT INTO "records" VALUES(39,39,1000,'card_dealt',1,'{"at":1000,"card":"2S","coup":2,"keyed_by":null,"position":"player_3"}','4ba95332cc1bdc6e67ccdc851bbbd288acdac05c24e52016b199ceb0173e9af9');
INSERT INTO "records" VALUES(40,40,1000,'card_read',2,'{"at":1000,"card":"2H","drawn":"game","position":null,"read":["shoe","b1",15],"serial":null}','ca9f5dc109170dc908f3f4c89c851a544705e215dc4b7bf3143551b8200be3ae');
INSERT INTO "records" VALUES(41,41,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":2,"keyed_by":null,"position":"banker_3"}','2381f8daf7c05ef36976d93b29987c8e08be7acb491c1f6c283125dabbbc7d0b');
INSERT INTO "records" VALUES(42,42,1000,'coup_completed',1,'{"at":1000,"banker":["KH","QH","2H"],"coup":2,"outcome":"tie","player":["KS","QS","2S"]}','2a00fec3c89f14368992adbd58ff80a7f78b8e2309e377a71343cd8c93ae7fc7');
INSERT INTO "records" VALUES(43,43,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"tie"}','f0d6bfce657b006ad6268129e74942e00fd5e848b0e94f93d68406f55c60206a');
INSERT INTO "records" VALUES(44,44,1000,'coup_settled',1,'{"at":1000,"coup":2,"outcome":"tie"}','f172f44a4bb67a26eff958b52d946566233ad65c6a5ef6da24cab8b970d81bed');
INSERT INTO "records" VALUES(45,45,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":3}','b10dabf696cfa0cbeb070989fddd3aad3815181b4c190c7c6d9ac06febff8567');
INSERT INTO "records" VALUES(46,46,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','fb9cc9cd2eaeda40339f3b2beeeb9176b12efdbd5a158b87c6ddddb88f41cf29');
INSERT INTO "records" VALUES(47,47,1000,'card_read',2,'{"at":1000,"card":"2H","drawn":"game","position":null,"read":["shoe","b1",16],"serial":null}','0666bf04b4b709ffe11e25c0abb25f3703f9db4c6cc45442ad9a996b9c4db686');
INSERT INTO "records" VALUES(48,48,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":3,"keyed_by":null,"position":"player_1"}','fa50ab6d02eb020f5a1ea195273f2522124ec5301ec6373e8d66ccd6d9d871a0');
INSERT INTO "records" VALUES(49,49,1000,'card_read',2,'{"at":1000,"card":"4S","drawn":"game","position":null,"read":["shoe","b1",17],"serial":null}','bee9f3d1fa554a2b6e08fccf00ac92fd8b133bafa6c9fecaf6b1d6c6f0c0f710');
INSERT INTO "records" VALUES(50,50,1000,'card_dealt',1,'{"at":1000,"card":"4S","coup":3,"keyed_by":null,"position":"banker_1"}','c4c04645b67a24ceba6d535a969fc25afb22af68a5652ca02a1502ec486d2442');
INSERT INTO "records" VALUES(51,51,1000,'card_read',2,'{"at":1000,"card":"3H","drawn":"game","position":null,"read":["shoe","b1",18],"serial":null}','17d4548cbea9ddde9e33c8e3dda946a2c2caabc55482b215ca2beaaa6432b1b7');
INSERT INTO "records" VALUES(52,52,1000,'card_dealt',1,'{"at":1000,"card":"3H","coup":3,"keyed_by":null,"position":"player_2"}','261f3e141857c2c9868f40dcc74eb3eec7a39677aeba38d59189bd30b78a1606');
INSERT INTO "records" VALUES(53,53,1000,'card_read',2,'{"at":1000,"card":"5S","drawn":"game","position":null,"read":["shoe","b1",19],"serial":null}','82fc83b4e8ef1f212df396109dc07e2419a8516bfc3855a29e9ffc9bb73e7264');
INSERT INTO "records" VALUES(54,54,1000,'card_dealt',1,'{"at":1000,"card":"5S","coup":3,"keyed_by":null,"position":"banker_2"}','c833f6dc9e02afa5dd4fe3b493e87088afc483e405b85cd6191a6031df0c3f77');
INSERT INTO "records" VALUES(55,55,1000,'coup_completed',1,'{"at":1000,"banker":["4S","5S"],"coup":3,"outcome":"banker","player":["2H","3H"]}','b798c0b00a939394a4edcd5e1c7253859ac3f9260c564a386742652047eca0d1');
INSERT INTO "records" VALUES(56,56,1000,'hold_raised',1,'{"at":1000,"cause":"dealer_says_player","kind":"outcome_mismatch"}','cae26423e9fa72187d214d4543ed41c0512f6dda286c94a3e8ad4b00ee56e200');
INSERT INTO "records" VALUES(57,57,1000,'hold_resolved',1,'{"at":1000,"by":{"name":"Sam","role":"supervisor"},"kind":"outcome_mismatch","reason":"spilled water","resolution":"correct_card"}','1a2f87dc677a228570a5fb808e717e566e1316823793bc31175e67ec95836355');
INSERT INTO "records" VALUES(58,58,1000,'card_corrected',1,'{"after":"6H","at":1000,"before":"3H","by":{"name":"Sam","role":"supervisor"},"position":"player_2"}','367c439a361f19c3fcf331f13a3f2783f4c2dc8087dbadd155f3aec5d801e507');
INSERT INTO "records" VALUES(59,59,1000,'coup_completed',1,'{"at":1000,"banker":["4S","5S"],"coup":3,"outcome":"banker","player":["2H","6H"]}','0146a89d3c827ce825d94917ab85b19592a09ec0d702573c67271d6cd1e375cd');
INSERT INTO "records" VALUES(60,60,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"banker"}','d5f3d0c5bcb21521f9db3cd041ed6dc4ba9d2c6fd6d84a0e2f403a8614d78516');
INSERT INTO "records" VALUES(61,61,1000,'coup_settled',1,'{"at":1000,"coup":3,"outcome":"banker"}','ff8aa792071528a85183ea6013df0820266ba0771add1dde55515779a8d2c3d1');
INSERT INTO "records" VALUES(62,62,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":4}','09659770113fbe96564c629fec0ef443c0b56876b9a72987b6c95f41ae259618');
INSERT INTO "records" VALUES(63,63,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','70948e12fff6930465526efa873149ea3dd292580927c6a7bd3d9d00f281bba2');
INSERT INTO "records" VALUES(64,64,1000,'card_read',2,'{"at":1000,"card":"7C","drawn":"game","position":null,"read":["shoe","b1",20],"serial":null}','c4180bf07782b71e1a8e181257ccbf942a11ea159ff2e087fb84160f1b9c88b5');
INSERT INTO "records" VALUES(65,65,1000,'card_dealt',1,'{"at":1000,"card":"7C","coup":4,"keyed_by":null,"position":"player_1"}','15d50560fd863658766ee1631d537747111d40d615e9ab4ac2f109523cf6fc33');
INSERT INTO "records" VALUES(66,66,1000,'card_read',2,'{"at":1000,"card":"8C","drawn":"game","position":null,"read":["shoe","b1",21],"serial":null}','f3146da156747056ec4b89b4f9840854f9919916e895d91bf9f1080fe080827a');
INSERT INTO "records" VALUES(67,67,1000,'card_dealt',1,'{"at":1000,"card":"8C","coup":4,"keyed_by":null,"position":"banker_1"}','746fea21058da16b50e06d9f234473cb59552dc5c2dadbd184a79588f8617c77');
INSERT INTO "records" VALUES(68,68,1000,'reads_lost',1,'{"at":1000,"boot":"b1","first":22,"last":23,"scanner":"shoe"}','52823a4f79c5777ec449c9281a79a50f0cf0718843527b1332e7f9152f7963a0');
INSERT INTO "records" VALUES(69,69,1000,'hold_raised',1,'{"at":1000,"cause":"reads_missing","kind":"reads_lost"}','b39913fa89f26b125756de009f92c0359c8472b71a119987ab9e6c07780a8147');
INSERT INTO "records" VALUES(70,70,1000,'hold_resolved',1,'{"at":1000,"by":{"name":"Sam","role":"supervisor"},"kind":"reads_lost","reason":"spilled water","resolution":"void"}','9361f267eca8314edb2ba53de56303fc91cdae3b5009bec9b2dcf144abf84089');
INSERT INTO "records" VALUES(71,71,1000,'coup_voided',1,'{"at":1000,"by":{"name":"Sam","role":"supervisor"},"coup":4,"reason":"spilled water"}','0c736bda9feb5e8dcb8e2c5370573f28aefb420047b958d1fcdd905df2f406a4');
INSERT INTO "records" VALUES(72,72,1000,'cut_card_seen',1,'{"at":1000,"by":null,"last_coup":5,"read":["shoe","b1",24]}','76f73603fdbb931415cacc58da9cf0312f7cf0d643028d9f7170d3a4f52ead6e');
INSERT INTO "records" VALUES(73,73,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":5}','b598d45e0eaa19797f7bdaee726d42d2f6733be6e5034d0a283c55819072e453');
INSERT INTO "records" VALUES(74,74,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','1c3cdd39c96db813d61456a00b0e16459454933ba36ec9ce58ac1d84a16057a1');
INSERT INTO "records" VALUES(75,75,1000,'card_read',2,'{"at":1000,"card":"KS","drawn":"game","position":null,"read":["shoe","b1",25],"serial":null}','fd2795dd892b605ef7b29f65430a4dda7656a7dbb710a8ffd08c0af3ee483436');
INSERT INTO "records" VALUES(76,76,1000,'card_dealt',1,'{"at":1000,"card":"KS","coup":5,"keyed_by":null,"position":"player_1"}','e2d3878a6d4dda2a9b1fad0b65b0f1101f20ab6ff6754abeb396b350fac14320');
INSERT INTO "records" VALUES(77,77,1000,'card_read',2,'{"at":1000,"card":"KH","drawn":"game","position":null,"read":["shoe","b1",26],"serial":null}','16e2779784f5b67fb8b68c8608d1edf0d6fb4cc71457bea7b45608c7f3f3c18e');
INSERT INTO "records" VALUES(78,78,1000,'card_dealt',1,'{"at":1000,"card":"KH","coup":5,"keyed_by":null,"position":"banker_1"}','300da32d77e960e00ea48c67b1d5b2f45497b0f2694924c100f6e04faba2fe4e');
INSERT INTO "records" VALUES(79,79,1000,'card_read',2,'{"at":1000,"card":"QS","drawn":"game","position":null,"read":["shoe","b1",27],"serial":null}','0d67c8fee03815974de4434bdcd4647c71173b6599afb54b4c91f690f9025df4');
INSERT INTO "records" VALUES(80,80,1000,'card_dealt',1,'{"at":1000,"card":"QS","coup":5,"keyed_by":null,"position":"player_2"}','9e3b9e132b95c7d701ae7959e211626715aa44365349592799e652940d297b11');
INSERT INTO "records" VALUES(81,81,1000,'card_read',2,'{"at":1000,"card":"QH","drawn":"game","position":null,"read":["shoe","b1",28],"serial":null}','621302816a75015b760db0ca47c8cc7dc95a04f3f9566c5806d324df46d8537c');
INSERT INTO "records" VALUES(82,82,1000,'card_dealt',1,'{"at":1000,"card":"QH","coup":5,"keyed_by":null,"position":"banker_2"}','2570e257278a2825c13b30f5d00d652609d2643dd264f4892742e7ffc27605b5');
INSERT INTO "records" VALUES(83,83,1000,'card_read',2,'{"at":1000,"card":"2S","drawn":"game","position":null,"read":["shoe","b1",29],"serial":null}','0add46175c2ccabc5a8565655a505a8dc87ea5e1b88c4c9aef582c570f7cc968');
INSERT INTO "records" VALUES(84,84,1000,'card_dealt',1,'{"at":1000,"card":"2S","coup":5,"keyed_by":null,"position":"player_3"}','5ff84b78693fb734b3244a2e82cbd2abb775f0ace78053845b7805156a01ca3c');
INSERT INTO "records" VALUES(85,85,1000,'card_read',2,'{"at":1000,"card":"2H","drawn":"game","position":null,"read":["shoe","b1",30],"serial":null}','85a95ebecf0f00de41ded5093408abab47b2618607c5b151f1808e4dab9caec6');
INSERT INTO "records" VALUES(86,86,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":5,"keyed_by":null,"position":"banker_3"}','46325600ed7800434c5294aa89b4a64bb6e9a9ad8b08298a4285ab3966a27941');
INSERT INTO "records" VALUES(87,87,1000,'coup_completed',1,'{"at":1000,"banker":["KH","QH","2H"],"coup":5,"outcome":"tie","player":["KS","QS","2S"]}','a163f66f1093fba6efb7a8e1783d4b0ee76a5fc424d52e35012d7d6992b1953a');
INSERT INTO "records" VALUES(88,88,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"tie"}','67c433aa641760e46c0f6eb5f1219df45af204c986cf9b71b38fcabca59651ef');
INSERT INTO "records" VALUES(89,89,1000,'coup_settled',1,'{"at":1000,"coup":5,"outcome":"tie"}','ece64e5419657835f962ccb7ac6a9bc021b361e00146bb48286c111831ffef95');
INSERT INTO "records" VALUES(90,90,1000,'shoe_ended',1,'{"at":1000,"burned":4,"coups":5,"dealt":22,"discarded":0,"left":390,"shoe":1}','ce4c084b3a0a4c187f03afe563594b4d7cb306086706e06ba517e2fa6fc464da');
INSERT INTO "records" VALUES(91,91,1000,'shoe_removed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"reason":"","shoe":1}','e593037e8519bfc895503bcd53d29c005f5749946c082c06e567b60555494d62');
INSERT INTO "records" VALUES(92,92,1000,'scanner_online',1,'{"at":1000,"scanner":"spare"}','011786e420d3f7de8f0ebfe9b1bb95f06630e223d39d90c5d992d2984ad0c544');
INSERT INTO "records" VALUES(93,93,1000,'deck_check_started',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"packs":8}','0226a40e6d6a23c3a86a7fdf12e17fb560d16ce9ff1d0e14c2751ebaacaa44fb');
INSERT INTO "records" VALUES(94,94,1000,'card_checked',1,'{"at":1000,"card":"8S","read":["shoe","b1",31],"serial":null}','44e75cc86a9127798ca1c2bba514369cffcbddbce4923069b392a85afbccc154');
INSERT INTO "records" VALUES(95,95,1000,'card_checked',1,'{"at":1000,"card":"KH","read":["shoe","b1",32],"serial":null}','3a9dd5a2fb022aac1dc8e034277237303bdef199d68a6f327575ba341225851c');
INSERT INTO "records" VALUES(96,96,1000,'misread_recorded',1,'{"at":1000,"cause":"unknown_code","due":true,"read":["shoe","b1",33],"text":"??"}','2a109880bcc7f059c1e1723ee571277a19b18817fa3358437de8746b4d361c3a');
INSERT INTO "records" VALUES(97,97,1000,'deck_checked',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"cards":2,"extra":[],"foreign":["??"],"missing":["AS","AS","AS","AS","AS","AS","AS","AS","2S","2S","2S","2S","2S","2S","2S","2S","3S","3S","3S","3S","3S","3S","3S","3S","4S","4S","4S","4S","4S","4S","4S","4S","5S","5S","5S","5S","5S","5S","5S","5S","6S","6S","6S","6S","6S","6S","6S","6S","7S","7S","7S","7S","7S","7S","7S","7S","8S","8S","8S","8S","8S","8S","8S","9S","9S","9S","9S","9S","9S","9S","9S","TS","TS","TS","TS","TS","TS","TS","TS","JS","JS","JS","JS","JS","JS","JS","JS","QS","QS","QS","QS","QS","QS","QS","QS","KS","KS","KS","KS","KS","KS","KS","KS","AH","AH","AH","AH","AH","AH","AH","AH","2H","2H","2H","2H","2H","2H","2H","2H","3H","3H","3H","3H","3H","3H","3H","3H","4H","4H","4H","4H","4H","4H","4H","4H","5H","5H","5H","5H","5H","5H","5H","5H","6H","6H","6H","6H","6H","6H","6H","6H","7H","7H","7H","7H","7H","7H","7H","7H","8H","8H","8H","8H","8H","8H","8H","8H","9H","9H","9H","9H","9H","9H","9H","9H","TH","TH","TH","TH","TH","TH","TH","TH","JH","JH","JH","JH","JH","JH","JH","JH","QH","QH","QH","QH","QH","QH","QH","QH","KH","KH","KH","KH","KH","KH","KH","AC","AC","AC","AC","AC","AC","AC","AC","2C","2C","2C","2C","2C","2C","2C","2C","3C","3C","3C","3C","3C","3C","3C","3C","4C","4C","4C","4C","4C","4C","4C","4C","5C","5C","5C","5C","5C","5C","5C","5C","6C","6C","6C","6C","6C","6C","6C","6C","7C","7C","7C","7C","7C","7C","7C","7C","8C","8C","8C","8C","8C","8C","8C","8C","9C","9C","9C","9C","9C","9C","9C","9C","TC","TC","TC","TC","TC","TC","TC","TC","JC","JC","JC","JC","JC","JC","JC","JC","QC","QC","QC","QC","QC","QC","QC","QC","KC","KC","KC","KC","KC","KC","KC","KC","AD","AD","AD","AD","AD","AD","AD","AD","2D","2D","2D","2D","2D","2D","2D","2D","3D","3D","3D","3D","3D","3D","3D","3D","4D","4D","4D","4D","4D","4D","4D","4D","5D","5D","5D","5D","5D","5D","5D","5D","6D","6D","6D","6D","6D","6D","6D","6D","7D","7D","7D","7D","7D","7D","7D","7D","8D","8D","8D","8D","8D","8D","8D","8D","9D","9D","9D","9D","9D","9D","9D","9D","TD","TD","TD","TD","TD","TD","TD","TD","JD","JD","JD","JD","JD","JD","JD","JD","QD","QD","QD","QD","QD","QD","QD","QD","KD","KD","KD","KD","KD","KD","KD","KD"],"packs":8}','f3e9571f49c02533df36ee440acaa1c7de260d630da03e94ca1c3f201aea4b5f');
INSERT INTO "records" VALUES(98,98,1000,'shoe_loaded',2,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"cursors":[["shoe","b1",33]],"deck_verified":false,"packs":8,"primary":"shoe","rules_digest":"","scanners_online":["shoe","spare"],"shoe":2}','055fb211ae341b7df27c49d6acd5e02bd2a8c4a3fe5f3dcc1ad7d8e877ea6ebc');
INSERT INTO "records" VALUES(99,99,1000,'card_read',2,'{"at":1000,"card":"2D","drawn":"game","position":null,"read":["shoe","b1",34],"serial":null}','72007784fd974894a321d60287250786a07f3a3af87f80807efa05ce5b713749');
INSERT INTO "records" VALUES(100,100,1000,'indicator_drawn',1,'{"at":1000,"burns":2,"card":"2D"}','b83a675a3c986aa213c525d60bfebc64ff90b860956cf86c7bb6f4e05f582492');
INSERT INTO "records" VALUES(101,101,1000,'card_read',2,'{"at":1000,"card":"KC","drawn":"game","position":null,"read":["shoe","b1",35],"serial":null}','7d2d5c78c11a2d235309b503f111843dd4eceaf3840c1f6665ffe979a706ee62');
INSERT INTO "records" VALUES(102,102,1000,'card_burned',1,'{"at":1000,"card":"KC","index":1,"of":2}','3b1fa886754b08262f268bc5b13b26ef7332c54c67908380751ba25f6aa85032');
INSERT INTO "records" VALUES(103,103,1000,'card_read',2,'{"at":1000,"card":"9D","drawn":"game","position":null,"read":["shoe","b1",36],"serial":null}','84b81464b7fa5b487b81fb6b34859915de0b85572d4515f1e6e7e876e0f6f624');
INSERT INTO "records" VALUES(104,104,1000,'card_burned',1,'{"at":1000,"card":"9D","index":2,"of":2}','f0524b8101ea41353075d75558fbcbf25710f5f95442434d60894ee96eaed27a');
INSERT INTO "records" VALUES(105,105,1000,'burn_completed',1,'{"at":1000}','b3b6ee7738144b63d6509319fe9724ffe52cd28d68196190683abf02eb7b0090');
INSERT INTO "records" VALUES(106,106,1000,'spare_read',1,'{"at":1000,"card":"9D","read":["spare","b1",1],"saw":"card"}','cc2340061f09740c1dfd5d00dca6910efdfdbe9c98fe66d8f1e0c8468833bbb5');
INSERT INTO "records" VALUES(107,107,1000,'scanner_swapped',1,'{"after":"spare","at":1000,"before":"shoe","by":{"name":"Dana","role":"dealer"}}','1fb75fab15be08efbca89e9d54aceb3c26252854270af44db3de056e8fb3ecd8');
INSERT INTO "records" VALUES(108,108,1000,'scanner_swapped',1,'{"after":"shoe","at":1000,"before":"spare","by":{"name":"Dana","role":"dealer"}}','8b73a1c928496d359c476e2894f39dece9fb9d3ce2735000620602e981437cd3');
INSERT INTO "records" VALUES(109,109,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":1}','c4147be99843ab8885d085c8939360c92b78201948ccce78a12a22047c93344d');
INSERT INTO "records" VALUES(110,110,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','244995df76f30478ae5e898083629013cf64b13d3a3ead49c38fa2804b28fdda');
INSERT INTO "records" VALUES(111,111,1000,'card_read',2,'{"at":1000,"card":"7C","drawn":"game","position":null,"read":["shoe","b1",37],"serial":null}','a2f6970146b7a4acd95180407b372f1b070e4472a41ac6098c24478a18c65fc7');
INSERT INTO "records" VALUES(112,112,1000,'card_dealt',1,'{"at":1000,"card":"7C","coup":1,"keyed_by":null,"position":"player_1"}','2112378fdb8efc23f81a5c7bc6162d415b60d2a8d21233c58e5b0ee3978f3f2e');
INSERT INTO "records" VALUES(113,113,1000,'card_read',2,'{"at":1000,"card":"8C","drawn":"game","position":null,"read":["shoe","b1",38],"serial":null}','e3e3add47c98854b99c756c86402744220ee062be34c8b5e45125ed1b4c4cabb');
INSERT INTO "records" VALUES(114,114,1000,'card_dealt',1,'{"at":1000,"card":"8C","coup":1,"keyed_by":null,"position":"banker_1"}','556ab4dba0b1123c26a326eaeb6867f74bc6387a5323202a4b709f259b525892');
INSERT INTO "records" VALUES(115,115,1000,'card_read',2,'{"at":1000,"card":"9C","drawn":"game","position":null,"read":["shoe","b1",39],"serial":null}','fe2d749f371c802390c26ed29a12f1b095d419926b43a065d88dd68e35049486');
INSERT INTO "records" VALUES(116,116,1000,'card_dealt',1,'{"at":1000,"card":"9C","coup":1,"keyed_by":null,"position":"player_2"}','2694529267f69f47326d73896a7b81dc2d4076fea9b57bee922230fb2e6d82fd');
CREATE INDEX shoes ON records (position) WHERE name = 'shoe_loaded';
CREATE TRIGGER journal_stays BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER journal_remains BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER records_stay BEFORE UPDATE ON records BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER records_remain BEFORE DELETE ON records BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER records_follow BEFORE INSERT ON records
        WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM records)
        BEGIN SELECT RAISE(ABORT, 'a record goes behind the last one'); END;
COMMIT;
